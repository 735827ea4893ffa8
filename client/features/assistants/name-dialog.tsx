import { z } from 'zod'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { FormFooter } from '#client/components/form-footer.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { flowNameSchema } from '#shared/flows.ts'

type Props = {
  texts: Record<'title' | 'text' | 'name' | 'submit' | 'busy', string>
  name: string
  problem: unknown
  isBusy: boolean
  onName: (name: string) => void
  onClose: () => void
}

const input = z.object({ name: flowNameSchema })

export function NameDialog({ texts, name, problem, isBusy, onName, onClose }: Props) {
  const errorText = useErrorText()
  const form = useForm(input, (given) => onName(given.name))
  return (
    <Dialog
      title={texts.title}
      description={texts.text}
      onClose={onClose}
      locked={isBusy}
      form={form.handlers}
      footer={<FormFooter submit={texts.submit} busy={texts.busy} isBusy={isBusy} onCancel={onClose} />}
    >
      {problem !== undefined && <FormBanner>{errorText(problem)}</FormBanner>}
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
