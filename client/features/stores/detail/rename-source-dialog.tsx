import { useState } from 'react'
import { z } from 'zod'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { FormFooter } from '#client/components/form-footer.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { renameSourceInput } from '#shared/store-calls.ts'
import type { StoreLoader } from '#shared/stores.ts'

const nameInput = z.object({ name: renameSourceInput.shape.name })

type Props = { storeId: string; source: StoreLoader; onClose: () => void }

export function RenameSourceDialog({ storeId, source, onClose }: Props) {
  const { stores, common } = useTexts()
  const texts = stores.sources
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const [banner, setBanner] = useState<unknown>(null)
  const renaming = trpc.stores.sources.rename.useMutation({
    async onSuccess() {
      await utils.stores.get.invalidate({ id: storeId })
      onClose()
    },
    onError: (error) => setBanner(fields.showServerErrors(error) ? null : error),
  })
  const fields = useForm(nameInput, ({ name }) => renaming.mutate({ storeId, loaderId: source.id, name }))
  return (
    <Dialog
      title={texts.renameTitle}
      onClose={onClose}
      locked={renaming.isPending}
      form={fields.handlers}
      footer={
        <FormFooter submit={common.save} busy={common.save} isBusy={renaming.isPending} onCancel={onClose} />
      }
    >
      {banner !== null && <FormBanner>{errorText(banner)}</FormBanner>}
      <FormField
        label={stores.dialog.name}
        name="name"
        required
        defaultValue={source.name}
        errors={fields.errors}
        autoComplete="off"
        autoFocus
      />
    </Dialog>
  )
}
