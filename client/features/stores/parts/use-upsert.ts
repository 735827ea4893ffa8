import { trpc } from '#client/api/trpc.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'

/** Starts an upsert with the saved settings. The status bar shows how far it has come. */
export function useUpsert(storeId: string) {
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const upsert = trpc.stores.upsert.useMutation({
    onError: (error) => toasts.error(errorText(error)),
    onSettled: () =>
      Promise.all([
        utils.upsert.processing.invalidate(),
        utils.upsert.list.invalidate(),
        utils.stores.get.invalidate({ id: storeId }),
      ]),
  })
  return {
    isStarting: upsert.isPending,
    start: (sourceIds?: string[]) => upsert.mutateAsync({ id: storeId, ...(sourceIds && { sourceIds }) }),
  }
}
