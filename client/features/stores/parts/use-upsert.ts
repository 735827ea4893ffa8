import { trpc } from '#client/api/trpc.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useUpserts } from '#client/components/upsert-context.ts'
import { useErrorText } from '#client/texts/use-sentence.ts'

/** Starts an upsert with the saved settings. The status bar shows how far it has come. */
export function useUpsert({ id: storeId, name }: { id: string; name: string }) {
  const host = useUpserts()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const upsert = trpc.stores.upsert.useMutation({
    onSuccess: ({ upsertId }) =>
      host?.watch({ id: upsertId, subjectId: storeId, name, purpose: 'knowledge' }),
    onError: (error) => toasts.error(errorText(error)),
    onSettled: () =>
      Promise.all([utils.upsert.list.invalidate(), utils.stores.get.invalidate({ id: storeId })]),
  })
  return {
    isStarting: upsert.isPending,
    start: (sourceIds?: string[]) => upsert.mutateAsync({ id: storeId, ...(sourceIds && { sourceIds }) }),
  }
}
