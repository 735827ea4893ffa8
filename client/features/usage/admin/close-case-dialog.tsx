import { Button, Checkbox, FormControl, FormHelperText } from '@mui/joy'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { closeCaseInput, type PaymentCase } from '#shared/payments.ts'
import { CaseDetails } from './case-details.tsx'

const noteInput = closeCaseInput.pick({ note: true })

export function CloseCaseDialog({ subject, onClose }: { subject: PaymentCase; onClose: () => void }) {
  const { usage, common } = useTexts()
  const { cases: texts } = usage
  const errorText = useErrorText()
  const toasts = useToasts()
  const utils = trpc.useUtils()
  const [accept, setAccept] = useState(false)
  const [banner, setBanner] = useState<unknown>(null)
  const close = trpc.payment.closeCase.useMutation({
    onSuccess: async () => {
      await utils.payment.invalidate()
      toasts.success(texts.done)
      onClose()
    },
    onError: (error) => setBanner(form.showServerErrors(error) ? null : error),
  })
  const form = useForm(noteInput, ({ note }) => close.mutate({ id: subject.id, note, accept }))

  return (
    <Dialog
      title={texts.closeTitle}
      description={`${texts.kinds[subject.kind]}, ${subject.subject}`}
      onClose={onClose}
      locked={close.isPending}
      form={form.handlers}
      footer={
        <>
          <Button variant="plain" color="neutral" disabled={close.isPending} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" disabled={close.isPending}>
            {close.isPending ? common.saving : texts.close}
          </Button>
        </>
      }
    >
      {banner !== null && <FormBanner>{errorText(banner)}</FormBanner>}
      <div className="form-stack grid gap-16">
        <CaseDetails details={subject.details} />
        <FormField
          required
          autoFocus
          label={texts.note}
          name="note"
          errors={form.errors}
          help={texts.noteHelp}
          autoComplete="off"
        />
        {subject.kind === 'rate' && (
          <FormControl>
            <Checkbox
              label={texts.accept}
              checked={accept}
              onChange={({ target }) => setAccept(target.checked)}
            />
            <FormHelperText>{texts.acceptHelp}</FormHelperText>
          </FormControl>
        )}
      </div>
    </Dialog>
  )
}
