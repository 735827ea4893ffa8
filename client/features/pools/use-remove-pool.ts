import { trpc } from '#client/api/trpc.ts'
import { useRemoval } from '#client/components/use-removal.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { PoolSummary } from '#shared/pools.ts'

/** Asks first, naming the flows that read the pool. Resolves to whether it was deleted. */
export function useRemovePool() {
  const { pools: texts } = useTexts()
  const utils = trpc.useUtils()
  const removal = trpc.pools.remove.useMutation({
    onSuccess: () => void utils.pools.list.invalidate(),
  })
  const askAndRemove = useRemoval()
  return ({ id, name, sources, usedIn }: PoolSummary): Promise<boolean> => {
    const flows = usedIn.map((flow) => flow.name).join(', ')
    return askAndRemove({
      title: texts.deleteTitle(name),
      describe: () => [texts.deleteText(sources), flows && texts.deleteUsed(flows)].filter(Boolean).join(' '),
      remove: () => removal.mutateAsync({ id }),
      removed: texts.deleted(name),
    })
  }
}
