import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { downloadText } from '#client/components/download.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { ChatKey } from '#shared/conversations.ts'
import { useLiveInbox } from '../live/inbox-context.tsx'
import { keyOf } from '../live/inbox-store.ts'

/** What is stored about a visitor, in every conversation with the same session or e-mail address. */
export function useVisitorData() {
  const { privacy: texts } = useTexts().inbox
  const { remove, refresh } = useLiveInbox()
  const confirm = useConfirm()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const erasing = trpc.privacy.erase.useMutation()

  async function exportAll({ flowId, chatId }: ChatKey, name: string) {
    try {
      const data = await utils.privacy.export.fetch({ flowId, chatId }, { staleTime: 0, gcTime: 0 })
      downloadText(`${name} ${data.exportedDate.slice(0, 10)}.json`, JSON.stringify(data, null, 2))
    } catch (error) {
      toasts.error(errorText(error))
    }
  }

  /** Returns true once the visitor is erased. */
  async function erase({ flowId, chatId }: ChatKey, name: string): Promise<boolean> {
    const { title, text: description, erase: confirmButtonName } = texts
    if (!(await confirm({ title: title(name), description, confirmButtonName, danger: true }))) {
      return false
    }
    try {
      const { messages } = await erasing.mutateAsync({ flowId, chatId })
      remove(keyOf({ flowId, chatId }))
      refresh()
      await utils.leads.invalidate()
      toasts.success(texts.erased(messages))
      return true
    } catch (error) {
      toasts.error(errorText(error))
      return false
    }
  }

  return { exportAll, erase }
}
