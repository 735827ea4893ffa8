import { Button } from '@mui/joy'
import { trpc } from '#client/api/trpc.ts'
import { CopyLine } from '#client/components/copy-line.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { QrCode } from '#client/components/qr-code.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { confirmTotpInput } from '#shared/second-factor.ts'

type Props = {
  secret: string
  uri: string
  onDone: (recoveryCodes: string[] | null) => void
  onCancel: () => void
}

export function AppSetup({ secret, uri, onDone, onCancel }: Props) {
  const { app: texts } = useTexts().secondFactor
  const toasts = useToasts()
  const errorText = useErrorText()
  const confirm = trpc.secondFactor.confirmTotp.useMutation({
    onSuccess: ({ recoveryCodes }) => {
      toasts.success(texts.added)
      onDone(recoveryCodes)
    },
    onError: (error) => form.showServerErrors(error),
  })
  const form = useForm(confirmTotpInput, (input) => confirm.mutate(input))
  const banner = confirm.error && !form.errors.code ? confirm.error : undefined

  return (
    <form className="app-setup grid gap-28" {...form.handlers}>
      <QrCode text={uri} label={texts.qr} size={176} />
      <div className="grid gap-8 content-start">
        <h3>{texts.scan}</h3>
        <p className="security-note text-13 line-18 text-secondary">{texts.scanText}</p>
        <p className="app-setup-label text-13 medium margin-8-0-0">{texts.secret}</p>
        <CopyLine label={texts.secret} text={secret} />
        {banner && <FormBanner>{errorText(banner)}</FormBanner>}
        <FormField
          label={texts.code}
          name="code"
          errors={form.errors}
          autoFocus
          autoComplete="one-time-code"
          className="app-setup-code"
          slotProps={{ input: { inputMode: 'numeric', maxLength: 7 } }}
        />
        <div className="factor-buttons flex wraps gap-8 margin-top-12">
          <Button type="submit" disabled={confirm.isPending}>
            {confirm.isPending ? texts.finishing : texts.finish}
          </Button>
          <Button variant="plain" color="neutral" onClick={onCancel}>
            {texts.cancel}
          </Button>
        </div>
      </div>
    </form>
  )
}
