import { Button } from '@mui/joy'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { GenerateForm } from '../writing/writing.ts'

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
    <GenerateForm
      name="help"
      label={aiHelp.task}
      hint={aiHelp.taskHint}
      action={aiHelp.write}
      generate={async ({ flowId, text, model, signal }) => {
        const generated = await client.writing.instruction.mutate({ flowId, task: text, model }, { signal })
        onDraft(true)
        return generated
      }}
      ready={() => aiHelp.draftReady}
    >
      {({ content }) => (
        <>
          <h3>{aiHelp.draft}</h3>
          <pre
            className="ask-draft scrolls-y pre-wrap breaks-anywhere text-primary surface outlined round-6 pad-10-12"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
          >
            {content}
          </pre>
          <div className="ask-actions flex wraps gap-8">
            <Button size="sm" onClick={() => take(onInsert, content)}>
              {aiHelp.insert}
            </Button>
            <Button size="sm" variant="outlined" color="neutral" onClick={() => take(onReplace, content)}>
              {aiHelp.replace}
            </Button>
          </div>
          <p className="ask-note text-12 text-secondary">
            {aiHelp.insertHint} {aiHelp.replaceHint} {aiHelp.applyHint}
          </p>
        </>
      )}
    </GenerateForm>
  )
}
