import { useState } from 'react'
import type { z } from 'zod'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { type saveTemplateInput, templateCardInput } from '#shared/templates.ts'
import { Dialog } from './dialog.tsx'
import { FormBanner } from './form-banner.tsx'
import { FormField } from './form-field.tsx'
import { FormFooter } from './form-footer.tsx'
import { FormTextarea } from './form-textarea.tsx'
import { useToasts } from './toasts.tsx'
import { useForm } from './use-form.ts'

type Made = Pick<z.input<typeof saveTemplateInput>, 'flowData' | 'tool'>
type Props = {
  name: string
  description?: string
  /** The content of the template: a flow's file text or a tool. Read when the template is saved. */
  read: () => Made | Promise<Made>
  onClose: () => void
}

/** Stores a flow or a tool as a template. The server removes secrets. */
export function SaveTemplateDialog({ name, description = '', read, onClose }: Props) {
  const { save: texts } = useTexts().templates
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const [banner, setBanner] = useState<unknown>(null)
  const saving = trpc.templates.save.useMutation({
    onSuccess: async (saved) => {
      await utils.templates.gallery.invalidate()
      toasts.success(texts.saved(saved.name))
      onClose()
    },
    onError: (error) => setBanner(fields.showServerErrors(error) ? null : error),
  })
  const fields = useForm(templateCardInput, async ({ usecases, ...card }) => {
    setBanner(null)
    const cases = usecases
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean)
    saving.mutate({ ...card, usecases: cases, ...(await read()) })
  })

  return (
    <Dialog
      title={texts.title}
      description={texts.text}
      onClose={onClose}
      locked={saving.isPending}
      form={fields.handlers}
      footer={
        <FormFooter submit={texts.submit} busy={texts.submit} isBusy={saving.isPending} onCancel={onClose} />
      }
    >
      {banner !== null && <FormBanner>{errorText(banner)}</FormBanner>}
      <FormField
        label={texts.name}
        name="name"
        required
        defaultValue={name}
        errors={fields.errors}
        autoComplete="off"
        autoFocus
      />
      <FormTextarea
        label={texts.description}
        name="description"
        defaultValue={description}
        errors={fields.errors}
        minRows={3}
        maxRows={8}
      />
      <FormField
        label={texts.usecases}
        name="usecases"
        errors={fields.errors}
        help={texts.usecasesHelp}
        autoComplete="off"
      />
      <FormField
        label={texts.badge}
        name="badge"
        errors={fields.errors}
        help={texts.badgeHelp}
        autoComplete="off"
      />
    </Dialog>
  )
}
