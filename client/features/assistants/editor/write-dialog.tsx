import { Button } from '@mui/joy'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { SettingText } from '#client/components/setting-fields.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { AssistantPart } from '#shared/assistants.ts'

type Props = {
  id: string
  model: AssistantPart | null
  beforeWrite: () => Promise<unknown>
  onUse: (instruction: string) => void
  onClose: () => void
}

/** A model writes instructions, which change nothing until they are used. */
export function WriteDialog({ id, model, beforeWrite, onUse, onClose }: Props) {
  const { assistants, common } = useTexts()
  const texts = assistants.editor
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const [task, setTask] = useState('')
  const writing = trpc.assistants.generateInstruction.useMutation({
    onSettled: () => void utils.wallet.get.invalidate(),
  })
  const content = writing.data?.content

  async function write() {
    await beforeWrite()
    writing.mutate({ task, assistantId: id, selectedChatModel: model })
  }

  return (
    <Dialog
      title={texts.writeTitle}
      description={texts.writeText}
      size="m"
      onClose={onClose}
      footer={
        <>
          <Button variant="plain" color="neutral" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button
            variant={content ? 'outlined' : 'solid'}
            color={content ? 'neutral' : 'primary'}
            disabled={task.trim() === '' || writing.isPending}
            onClick={() => void write()}
          >
            {writing.isPending ? texts.writing : texts.writeSubmit}
          </Button>
          {content && <Button onClick={() => onUse(content)}>{texts.writeUse}</Button>}
        </>
      }
    >
      <div className="stack gap-16">
        <SettingText
          label={texts.writeTask}
          name="task"
          rows={3}
          required
          issue={undefined}
          help={texts.writeCost}
          value={task}
          onChange={setTask}
        />
        {writing.error && <FormBanner>{errorText(writing.error)}</FormBanner>}
        {content && (
          <section
            className="assistant-suggestion outlined round-sm text-14 line-20"
            aria-label={texts.writeResult}
          >
            {content}
          </section>
        )}
      </div>
    </Dialog>
  )
}
