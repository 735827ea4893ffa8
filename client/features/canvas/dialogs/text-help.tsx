import { Button } from '@mui/joy'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { AskForm } from '../writing/ask-form.tsx'

type Props = {
  onInsert: (text: string) => void
  onReplace: (text: string) => void
  onDraft: (isUnused: boolean) => void
}

/** An instruction generated from a description. It stays a draft until it is accepted. */
export function TextHelp({ onInsert, onReplace, onDraft }: Props) {
  const { aiHelp } = useTexts()
  const { client } = trpc.useUtils()
  function take(use: (text: string) => void, draft: string) {
    use(draft)
    onDraft(false)
  }
  return (
    <AskForm
      name="help"
      label={aiHelp.task}
      hint={aiHelp.taskHint}
      action={aiHelp.write}
      ask={async ({ flowId, text, model, signal }) => {
        const written = await client.writing.instruction.mutate({ flowId, task: text, model }, { signal })
        onDraft(true)
        return written
      }}
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
            <Button size="sm" onClick={() => take(onInsert, content)}>
              {aiHelp.insert}
            </Button>
            <Button size="sm" variant="outlined" color="neutral" onClick={() => take(onReplace, content)}>
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
