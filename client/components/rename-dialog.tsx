import { useState } from 'react'
import { z } from 'zod'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { Dialog } from './dialog.tsx'
import { FormBanner } from './form-banner.tsx'
import { FormField } from './form-field.tsx'
import { FormFooter } from './form-footer.tsx'
import { useForm } from './use-form.ts'

type Props = {
  /** Without `submit` and `busy`: those of saving. */
  texts: { title: string; name: string; text?: string; submit?: string; busy?: string }
  /** The name now, or a suggestion. */
  name: string
  schema: z.ZodType<string>
  rename: (name: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for a name, and closes once it is stored. */
export function RenameDialog({ texts, name, schema, rename, onClose }: Props) {
  const { common } = useTexts()
  const errorText = useErrorText()
  const [banner, setBanner] = useState<unknown>(null)
  const [isSaving, setSaving] = useState(false)
  const form = useForm(z.object({ name: schema }), async (input) => {
    setBanner(null)
    setSaving(true)
    try {
      await rename(input.name)
      onClose()
    } catch (error) {
      setBanner(form.showServerErrors(error) ? null : error)
      setSaving(false)
    }
  })
  return (
    <Dialog
      title={texts.title}
      description={texts.text}
      onClose={onClose}
      locked={isSaving}
      form={form.handlers}
      footer={
        <FormFooter
          submit={texts.submit ?? common.save}
          busy={texts.busy ?? common.saving}
          isBusy={isSaving}
          onCancel={onClose}
        />
      }
    >
      {banner !== null && <FormBanner>{errorText(banner)}</FormBanner>}
      <FormField
        label={texts.name}
        name="name"
        required
        defaultValue={name}
        errors={form.errors}
        autoComplete="off"
        autoFocus
      />
    </Dialog>
  )
}
