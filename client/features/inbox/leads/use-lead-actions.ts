import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { Lead } from '#shared/leads.ts'

export function useLeadActions() {
  const { inbox } = useTexts()
  const confirm = useConfirm()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const removing = trpc.leads.remove.useMutation()

  async function attempt(work: () => Promise<unknown>, done: string) {
    try {
      await work()
      toasts.success(done)
      return true
    } catch (error) {
      toasts.error(`${inbox.leads.removeFailed} ${errorText(error)}`)
      return false
    } finally {
      await utils.leads.invalidate()
    }
  }

  async function removeAll(leads: readonly Lead[]) {
    const { removeTitle, removeText: description, removed } = inbox.leads
    const title = removeTitle(leads.length)
    const isSure = await confirm({
      title,
      description,
      confirmButtonName: inbox.remove.confirm,
      danger: true,
    })
    const work = () => Promise.all(leads.map(({ id }) => removing.mutateAsync({ id })))
    return isSure && attempt(work, removed(leads.length))
  }

  return { removeAll }
}
