import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { downloadText } from '#client/components/download.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { writeStored } from '#client/components/use-storage.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { AssistantCard, AssistantDetails } from '#shared/assistants.ts'
import { writeAssistantFile } from './assistant-file.ts'

type Removed = Pick<AssistantCard, 'id' | 'name'> & Partial<Pick<AssistantCard, 'isPublic' | 'messages'>>

export function useAssistantActions() {
  const { actions: texts } = useTexts().assistants
  const toasts = useToasts()
  const confirm = useConfirm()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const deletion = trpc.assistants.remove.useMutation()

  async function exportFile(id: string, name: string) {
    try {
      const { details } = await utils.assistants.custom.open.fetch({ id }, { staleTime: 0 })
      download(name, details)
    } catch (error) {
      toasts.error(errorText(error))
    }
  }

  const download = (name: string, details: AssistantDetails) =>
    downloadText(`${name} Assistant.json`, writeAssistantFile(details))

  /** Returns true when the assistant was deleted. */
  async function remove({ id, name, isPublic = false, messages = 0 }: Removed): Promise<boolean> {
    const isConfirmed = await confirm({
      title: texts.removeTitle(name),
      description: (
        <>
          <p>{texts.removeText}</p>
          {messages > 0 && <p>{texts.removeMessages(messages)}</p>}
          {isPublic && <p>{texts.removePublic}</p>}
        </>
      ),
      confirmButtonName: texts.remove,
      danger: true,
    })
    if (!isConfirmed) {
      return false
    }
    try {
      await deletion.mutateAsync({ id })
      writeStored(`${id}_INTERNAL`, undefined)
      void utils.assistants.custom.list.invalidate()
      void utils.flows.invalidate()
      toasts.success(texts.removed(name))
      return true
    } catch (error) {
      toasts.error(errorText(error))
      return false
    }
  }

  return { exportFile, remove }
}
