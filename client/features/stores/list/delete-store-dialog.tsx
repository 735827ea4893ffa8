import { Button, Checkbox, FormControl, FormHelperText, Input } from '@mui/joy'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FieldLabel } from '#client/components/form-field.tsx'
import { formatNumber } from '#client/components/format-money.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { DocumentStore } from '#shared/stores.ts'
import { useLoaderLabel } from '../parts/use-loader-label.ts'

type Props = { store: DocumentStore; onClose: () => void; onDeleted?: () => void }

export function DeleteStoreDialog({ store, onClose, onDeleted = onClose }: Props) {
  const { stores, common } = useTexts()
  const texts = stores.deletion
  const [language] = useLanguage()
  const toasts = useToasts()
  const errorText = useErrorText()
  const labelOf = useLoaderLabel()
  const utils = trpc.useUtils()
  const [typed, setTyped] = useState('')
  const [withVectors, setWithVectors] = useState(true)
  const deletion = trpc.stores.remove.useMutation({
    async onSuccess() {
      onDeleted()
      toasts.success(texts.done(store.name))
      await utils.stores.list.invalidate()
    },
  })
  const { name, whereUsed, vectorStoreConfig, recordManagerConfig, totalChunks, loaders } = store
  const isConfirmed = typed.trim() === name.trim()
  // Only the index on this server can be deleted with its store.
  const isOwn = store.indexedChunks !== null
  const config = [vectorStoreConfig, recordManagerConfig].flatMap((part) => part?.name ?? []).map(labelOf)

  return (
    <Dialog
      title={texts.title(name)}
      description={texts.text(loaders.length, formatNumber(totalChunks, language), totalChunks)}
      role="alertdialog"
      onClose={onClose}
      locked={deletion.isPending}
      form={{
        noValidate: true,
        onSubmit(event) {
          event.preventDefault()
          if (isConfirmed) {
            deletion.mutate({ id: store.id, withVectors })
          }
        },
      }}
      footer={
        <>
          <Button variant="plain" color="neutral" disabled={deletion.isPending} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" color="danger" disabled={!isConfirmed || deletion.isPending}>
            {deletion.isPending ? texts.busy : texts.submit}
          </Button>
        </>
      }
    >
      <div className="stack gap-16">
        {deletion.error && <FormBanner>{errorText(deletion.error)}</FormBanner>}
        {whereUsed.length > 0 && (
          <FormBanner tone="warning">
            {texts.used}
            <ul className="margin-4-0-0 pad-left-20">
              {whereUsed.map((flow) => (
                <li key={flow.id}>{flow.name}</li>
              ))}
            </ul>
          </FormBanner>
        )}
        {vectorStoreConfig && isOwn && (
          <Checkbox
            size="sm"
            checked={withVectors}
            onChange={({ target }) => setWithVectors(target.checked)}
            label={
              <>
                {texts.withVectors}
                <span className="block text-12 text-tertiary">{config.join(', ')}</span>
              </>
            }
          />
        )}
        {vectorStoreConfig && !isOwn && (
          <p className="text-13 line-20 text-secondary">{texts.elsewhere(labelOf(vectorStoreConfig.name))}</p>
        )}
        <FormControl>
          <FieldLabel label={texts.typeName(name)} />
          <Input
            name="confirmation"
            value={typed}
            autoFocus
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
          />
          <FormHelperText>{texts.forever}</FormHelperText>
        </FormControl>
      </div>
    </Dialog>
  )
}
