import { Button, Stack } from '@mui/joy'
import { useState } from 'react'
import { startSession } from '#client/api/session.ts'
import { trpc } from '#client/api/trpc.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { PasswordField } from '#client/components/password-field.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { changePasswordInput } from '#shared/auth.ts'

/** A new password ends every session, so the response contains a new one for this browser. */
export function PasswordForm({ onDone }: { onDone: () => void }) {
  const { shell } = useTexts()
  const errorText = useErrorText()
  const toasts = useToasts()
  const [banner, setBanner] = useState<unknown>(null)

  const change = trpc.auth.changePassword.useMutation({
    onMutate: () => setBanner(null),
    onSuccess: (session) => {
      startSession(session)
      toasts.success(shell.password.done)
      onDone()
    },
    onError: (error) => setBanner(form.showServerErrors(error) ? null : error),
  })
  const form = useForm(changePasswordInput, (input) => change.mutate(input))

  return (
    <form {...form.handlers}>
      <Stack spacing={4}>
        <p className="security-note text-13 line-18 text-secondary">{shell.password.text}</p>
        {banner !== null && <FormBanner>{errorText(banner)}</FormBanner>}
        <PasswordField
          label={shell.password.current}
          name="currentPassword"
          errors={form.errors}
          autoComplete="current-password"
          autoFocus
        />
        <PasswordField
          label={shell.password.next}
          name="newPassword"
          errors={form.errors}
          autoComplete="new-password"
        />
        <Button type="submit" disabled={change.isPending} sx={{ alignSelf: 'flex-start' }}>
          {change.isPending ? shell.password.busy : shell.password.save}
        </Button>
      </Stack>
    </form>
  )
}
