import { trpc } from '#client/api/trpc.ts'
import { RenameDialog } from '#client/components/rename-dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { renameSourceInput } from '#shared/store-calls.ts'
import type { StoreLoader } from '#shared/stores.ts'

type Props = { storeId: string; source: StoreLoader; onClose: () => void }

export function RenameSourceDialog({ storeId, source, onClose }: Props) {
  const { stores } = useTexts()
  const utils = trpc.useUtils()
  const renaming = trpc.stores.sources.rename.useMutation({
    onSettled: () => utils.stores.get.invalidate({ id: storeId }),
  })
  return (
    <RenameDialog
      texts={{ title: stores.sources.renameTitle, name: stores.dialog.name }}
      name={source.name}
      schema={renameSourceInput.shape.name}
      rename={(name) => renaming.mutateAsync({ storeId, loaderId: source.id, name })}
      onClose={onClose}
    />
  )
}
