import { useState } from 'react'
import { z } from 'zod'
import { trpc } from '#client/api/trpc.ts'
import { SaveCardDialog } from '#client/components/save-card-dialog.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { PoolSummary } from '#shared/pools.ts'
import { createStoreInput } from '#shared/stores.ts'

const cardInput = z.object({ name: createStoreInput.shape.name, description: z.string().trim().max(2_000) })

type Props = {
  pool?: Pick<PoolSummary, 'id' | 'name' | 'description'>
  onSaved?: (id: string) => void
  onClose: () => void
}

/** Creates a pool, or changes the name and description of one. */
export function PoolDialog({ pool, onSaved, onClose }: Props) {
  const { dialog: texts } = useTexts().pools
  const toasts = useToasts()
  const utils = trpc.useUtils()
  const [banner, setBanner] = useState<unknown>(null)
  const on = {
    async onSuccess({ id, name }: { id: string; name: string }) {
      await utils.pools.invalidate()
      toasts.success(pool ? texts.saved : texts.added(name))
      onSaved?.(id)
      onClose()
    },
    onError: (error: unknown) => setBanner(form.showServerErrors(error) ? null : error),
  }
  const creation = trpc.pools.create.useMutation(on)
  const change = trpc.pools.update.useMutation(on)
  const form = useForm(cardInput, (card) => {
    setBanner(null)
    if (pool) {
      change.mutate({ ...card, id: pool.id })
    } else {
      creation.mutate(card)
    }
  })
  return (
    <SaveCardDialog
      texts={{ ...(pool ? texts.edit : texts.add), ...texts }}
      card={{ name: pool?.name ?? '', description: pool?.description ?? '' }}
      descriptionRows={{ minRows: 2, maxRows: 6 }}
      form={form}
      banner={banner}
      isSaving={creation.isPending || change.isPending}
      onClose={onClose}
    />
  )
}
