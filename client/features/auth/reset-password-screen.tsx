import { Button, Typography } from '@mui/joy'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { PasswordField } from '#client/components/password-field.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { EntryLayout } from './entry-layout.tsx'
import { StrengthBar } from './strength-bar.tsx'
import { useEntryIssue } from './use-entry.ts'

const newPasswordSchema = () =>
  import('#shared/auth.ts').then(({ resetPasswordInput }) => resetPasswordInput.pick({ newPassword: true }))

export function ResetPasswordScreen({ loginPath }: { loginPath: string }) {
  const { reset: texts } = useTexts().auth
  const token = useToken()
  const [isDone, setDone] = useState(false)
  return (
    <EntryLayout>
      <Typography level="h1">{isDone ? texts.done : texts.title}</Typography>
      {isDone ? (
        <>
          <Typography role="status" sx={{ color: 'text.tertiary' }}>
            {texts.doneText}
          </Typography>
          <Link className="text-link" to={loginPath}>
            {texts.toSignIn}
          </Link>
        </>
      ) : (
        <>
          <Typography sx={{ color: 'text.tertiary' }}>{texts.text}</Typography>
          {token ? (
            <ResetForm token={token} onDone={() => setDone(true)} />
          ) : (
            <FormBanner>{texts.noToken}</FormBanner>
          )}
        </>
      )}
    </EntryLayout>
  )
}

function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { reset: texts, register } = useTexts().auth
  const [password, setPassword] = useState('')
  const [banner, setBanner] = useState<unknown>(null)
  const reset = trpc.auth.resetPassword.useMutation({
    onSuccess: onDone,
    onError: (error) => setBanner(form.showServerErrors(error) ? null : error),
  })
  const form = useForm(newPasswordSchema, ({ newPassword }) => {
    setBanner(null)
    reset.mutate({ token, newPassword })
  })
  const { sentence, waitName } = useEntryIssue(banner)
  return (
    <form {...form.handlers}>
      {sentence && <FormBanner>{sentence}</FormBanner>}
      <PasswordField
        label={texts.password}
        name="newPassword"
        errors={form.errors}
        help={password === '' ? register.passwordHelp : <StrengthBar password={password} />}
        size="lg"
        autoComplete="new-password"
        autoFocus
        onChange={({ target }) => setPassword(target.value)}
      />
      <Button
        type="submit"
        size="lg"
        disabled={reset.isPending || waitName !== undefined}
        aria-busy={reset.isPending}
      >
        {waitName ?? (reset.isPending ? texts.busy : texts.submit)}
      </Button>
    </form>
  )
}

/** The token is in the fragment (`#`), so that servers do not log it; a rewritten link may have it in the query. */
function useToken() {
  const { hash, search } = useLocation()
  return hash.slice(1).replace(/^token=/, '') || (new URLSearchParams(search).get('token') ?? '')
}
