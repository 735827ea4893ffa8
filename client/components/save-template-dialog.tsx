import { useState } from 'react'
import type { z } from 'zod'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { type saveTemplateInput, templateCardInput } from '#shared/templates.ts'
import { FormField } from './form-field.tsx'
import { SaveCardDialog } from './save-card-dialog.tsx'
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
    <SaveCardDialog
      texts={texts}
      card={{ name, description }}
      descriptionRows={{ minRows: 3, maxRows: 8 }}
      form={fields}
      banner={banner}
      isSaving={saving.isPending}
      onClose={onClose}
    >
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
    </SaveCardDialog>
  )
}
