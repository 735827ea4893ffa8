import type { ReactNode } from 'react'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { Dialog } from './dialog.tsx'
import { FormBanner } from './form-banner.tsx'
import { FormField } from './form-field.tsx'
import { FormFooter } from './form-footer.tsx'
import { FormTextarea } from './form-textarea.tsx'
import type { useForm } from './use-form.ts'

type Props = {
  texts: Record<'title' | 'text' | 'submit' | 'name' | 'description', string>
  card: { name: string; description?: string }
  descriptionRows: { minRows: number; maxRows: number }
  form: Pick<ReturnType<typeof useForm>, 'handlers' | 'errors'>
  /** The error that belongs to no field, or null. */
  banner: unknown
  isSaving: boolean
  onClose: () => void
  children?: ReactNode
}

/** Asks for the name and the description of something to save, and for what `children` add. */
export function SaveCardDialog(props: Props) {
  const { texts, card, descriptionRows, form, banner, isSaving, onClose, children } = props
  const errorText = useErrorText()
  return (
    <Dialog
      title={texts.title}
      description={texts.text}
      onClose={onClose}
      locked={isSaving}
      form={form.handlers}
      footer={<FormFooter submit={texts.submit} busy={texts.submit} isBusy={isSaving} onCancel={onClose} />}
    >
      {banner !== null && <FormBanner>{errorText(banner)}</FormBanner>}
      <FormField
        label={texts.name}
        name="name"
        required
        defaultValue={card.name}
        errors={form.errors}
        autoComplete="off"
        autoFocus
      />
      <FormTextarea
        label={texts.description}
        name="description"
        {...(card.description !== undefined && { defaultValue: card.description })}
        errors={form.errors}
        {...descriptionRows}
      />
      {children}
    </Dialog>
  )
}
