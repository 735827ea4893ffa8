import { Button, Typography } from '@mui/joy'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { startSession, takeExpiry } from '#client/api/session.ts'
import { trpc } from '#client/api/trpc.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { PasswordField } from '#client/components/password-field.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { EntryLayout } from './entry-layout.tsx'
import { useEntryFault } from './use-entry.ts'

const loginSchema = () => import('#shared/auth.ts').then(({ loginInput }) => loginInput)

/** Gets a token. Where to go from here is the router's business: it sees the session begin. */
export function LoginScreen({ registerPath }: { registerPath: string }) {
  const { auth } = useTexts()
  const expired = useExpired()
  const login = trpc.auth.login.useMutation({ onSuccess: startSession, onError: selectPassword })
  const form = useForm(loginSchema, (input) => login.mutate(input))
  const { sentence, waitName } = useEntryFault(login.error)
  const isLocked = login.isPending || waitName !== undefined

  return (
    <EntryLayout>
      <Typography level="h1">{auth.signIn.title}</Typography>
      <Typography sx={{ color: 'text.tertiary' }}>
        {auth.signIn.newHere}{' '}
        <Link className="text-link" to={registerPath}>
          {auth.signIn.register}
        </Link>
      </Typography>
      <form {...form.handlers}>
        {expired && !login.error && <FormBanner tone="warning">{auth.signIn[expired]}</FormBanner>}
        {sentence && <FormBanner>{sentence}</FormBanner>}
        <FormField
          label={auth.signIn.username}
          name="username"
          errors={form.errors}
          size="lg"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          readOnly={login.isPending}
        />
        <PasswordField
          label={auth.signIn.password}
          name="password"
          errors={form.errors}
          size="lg"
          autoComplete="current-password"
          readOnly={login.isPending}
        />
        <Button type="submit" size="lg" disabled={isLocked} aria-busy={login.isPending}>
          {waitName ?? (login.isPending ? auth.signIn.busy : auth.signIn.submit)}
        </Button>
      </form>
    </EntryLayout>
  )
}

/** Most often it was mistyped: what is typed next takes its place. */
function selectPassword() {
  const field = document.querySelector<HTMLInputElement>('input[name="password"]')
  field?.focus()
  field?.select()
}

/** Which sentence tells that the server has ended the session; none when it did not. */
function useExpired() {
  const [expiry] = useState(takeExpiry)
  const [isDraftKept, setDraftKept] = useState(false)
  useEffect(() => {
    void expiry?.isDraftKept.then(setDraftKept)
  }, [expiry])
  const sentence = isDraftKept ? ('expiredWithDraft' as const) : ('expired' as const)
  return expiry && sentence
}
