import { useState } from 'react'
import { z } from 'zod'
import { trpc } from '#client/api/trpc.ts'
import { SaveCardDialog } from '#client/components/save-card-dialog.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { createStoreInput, type DocumentStore } from '#shared/stores.ts'

const cardInput = z.object({ name: createStoreInput.shape.name, description: z.string().trim().max(2_000) })

type Props = { store?: Pick<DocumentStore, 'id' | 'name' | 'description'>; onClose: () => void }

/** Adds a store, or changes the name and description of one. */
export function StoreDialog({ store, onClose }: Props) {
  const { stores: texts } = useTexts()
  const toasts = useToasts()
  const utils = trpc.useUtils()
  const [banner, setBanner] = useState<unknown>(null)
  const on = {
    async onSuccess({ name }: { name: string }) {
      await utils.stores.invalidate()
      toasts.success(store ? texts.dialog.saved(name) : texts.dialog.added(name))
      onClose()
    },
    onError: (error: unknown) => setBanner(fields.showServerErrors(error) ? null : error),
  }
  const creation = trpc.stores.create.useMutation(on)
  const change = trpc.stores.update.useMutation(on)
  const fields = useForm(cardInput, (card) => {
    setBanner(null)
    if (store) {
      change.mutate({ ...card, id: store.id })
    } else {
      creation.mutate(card)
    }
  })
  const { add, edit, ...words } = texts.dialog
  return (
    <SaveCardDialog
      texts={{ ...words, ...(store ? edit : add) }}
      card={{ name: store?.name ?? '', description: store?.description ?? '' }}
      descriptionRows={{ minRows: 2, maxRows: 6 }}
      form={fields}
      banner={banner}
      isSaving={creation.isPending || change.isPending}
      onClose={onClose}
    />
  )
}
