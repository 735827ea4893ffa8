import { Button } from '@mui/joy'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { AskForm } from '../writing/ask-form.tsx'

type Props = {
  /** At the cursor of the text beside it. */
  onInsert: (text: string) => void
  /** In the place of the whole text. */
  onReplace: (text: string) => void
}

/** An instruction written by a model from a description: a draft, until it is taken over into the text. */
export function TextHelp({ onInsert, onReplace }: Props) {
  const { aiHelp } = useTexts()
  const { client } = trpc.useUtils()
  return (
    <AskForm
      name="help"
      label={aiHelp.task}
      hint={aiHelp.taskHint}
      action={aiHelp.write}
      ask={({ flowId, text, model, signal }) =>
        client.writing.instruction.mutate({ flowId, task: text, model }, { signal })
      }
      ready={() => aiHelp.draftReady}
    >
      {({ content }) => (
        <>
          <h3>{aiHelp.draft}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre className="ask-draft" tabIndex={0}>
            {content}
          </pre>
          <div className="ask-actions">
            <Button size="sm" onClick={() => onInsert(content)}>
              {aiHelp.insert}
            </Button>
            <Button size="sm" variant="outlined" color="neutral" onClick={() => onReplace(content)}>
              {aiHelp.replace}
            </Button>
          </div>
          <p className="ask-note">
            {aiHelp.insertHint} {aiHelp.replaceHint} {aiHelp.applyHint}
          </p>
        </>
      )}
    </AskForm>
  )
}
