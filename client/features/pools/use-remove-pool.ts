import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { PoolSummary } from '#shared/pools.ts'

/** Asks first, naming the flows that read the pool. Resolves to whether it was deleted. */
export function useRemovePool() {
  const { pools: texts, common } = useTexts()
  const confirm = useConfirm()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const removal = trpc.pools.remove.useMutation()
  return async ({ id, name, sources, usedIn }: PoolSummary): Promise<boolean> => {
    const flows = usedIn.map((flow) => flow.name).join(', ')
    const isAgreed = await confirm({
      title: texts.deleteTitle(name),
      description: [texts.deleteText(sources), flows && texts.deleteUsed(flows)].filter(Boolean).join(' '),
      confirmButtonName: common.delete,
      danger: true,
    })
    if (!isAgreed) {
      return false
    }
    try {
      await removal.mutateAsync({ id })
      toasts.success(texts.deleted(name))
      void utils.pools.list.invalidate()
      return true
    } catch (error) {
      toasts.error(errorText(error))
      return false
    }
  }
}
