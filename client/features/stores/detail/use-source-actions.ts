import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { StoreLoader } from '#shared/stores.ts'

/** Reading, stopping and deleting sources of one store. */
export function useSourceActions(storeId: string) {
  const { stores } = useTexts()
  const texts = stores.sources
  const toasts = useToasts()
  const errorText = useErrorText()
  const confirm = useConfirm()
  const utils = trpc.useUtils()
  const on = {
    onError: (error: unknown) => toasts.error(errorText(error)),
    onSettled: () => utils.stores.get.invalidate({ id: storeId }),
  }
  const rereading = trpc.stores.sources.reread.useMutation(on)
  const cancelling = trpc.stores.sources.cancel.useMutation(on)
  const deletion = trpc.stores.sources.remove.useMutation(on)

  async function remove({ id, name, totalChunks }: StoreLoader) {
    const isConfirmed = await confirm({
      title: stores.deletion.title(name),
      description: texts.removeText(totalChunks),
      confirmButtonName: texts.remove,
      danger: true,
    })
    if (isConfirmed) {
      deletion.mutate({ storeId, loaderId: id })
    }
  }

  return {
    refreshAll: () => rereading.mutate({ id: storeId }),
    refresh: ({ id }: StoreLoader) => rereading.mutate({ id: storeId, sourceIds: [id] }),
    cancel: ({ id }: StoreLoader) => cancelling.mutate({ storeId, loaderId: id }),
    remove: (source: StoreLoader) => void remove(source),
  }
}
export type SourceActions = ReturnType<typeof useSourceActions>
