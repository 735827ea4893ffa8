import { Stack } from '@mui/joy'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { FormFooter } from '#client/components/form-footer.tsx'
import { FormTextarea } from '#client/components/form-textarea.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { addTextInput, type PoolSource } from '#shared/pools.ts'

const newInput = addTextInput.pick({ name: true, text: true })

type Props = {
  /** The id of the pool, or creates it. */
  pool: string | (() => Promise<string>)
  /** The text source whose text is replaced. */
  source?: Pick<PoolSource, 'id' | 'name'>
  onAdded?: (poolId: string) => void
  onClose: () => void
}

export function AddTextDialog({ pool, source, onAdded, onClose }: Props) {
  const { note: texts } = useTexts().pools
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const [banner, setBanner] = useState<unknown>(null)
  const [isSaving, setSaving] = useState(false)
  const addition = trpc.pools.addText.useMutation()
  const replacement = trpc.pools.replaceText.useMutation()
  const form = useForm(newInput, async ({ name, text }) => {
    setBanner(null)
    setSaving(true)
    try {
      const poolId = typeof pool === 'string' ? pool : await pool()
      await (source
        ? replacement.mutateAsync({ poolId, sourceId: source.id, text })
        : addition.mutateAsync({ poolId, name, text }))
      void utils.pools.invalidate()
      toasts.success(texts.added(name))
      onAdded?.(poolId)
      onClose()
    } catch (error) {
      setBanner(form.showServerErrors(error) ? null : error)
      setSaving(false)
    }
  })
  const submit = source ? texts.save : texts.submit
  return (
    <Dialog
      title={source ? texts.editTitle : texts.title}
      size="m"
      onClose={onClose}
      locked={isSaving}
      form={form.handlers}
      footer={<FormFooter submit={submit} busy={submit} isBusy={isSaving} onCancel={onClose} />}
    >
      <Stack>
        {banner !== null && <FormBanner>{errorText(banner)}</FormBanner>}
        <FormField
          label={texts.name}
          name="name"
          required
          autoFocus={!source}
          readOnly={source !== undefined}
          defaultValue={source?.name ?? ''}
          errors={form.errors}
        />
        <FormTextarea label={texts.text} name="text" minRows={8} maxRows={16} errors={form.errors} />
      </Stack>
    </Dialog>
  )
}
