import { Button, Typography } from '@mui/joy'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { toAppError } from '#client/api/errors.ts'
import { popExpiry, startSession } from '#client/api/session.ts'
import { trpc } from '#client/api/trpc.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { whenOpened } from '#client/components/on-demand.tsx'
import { PasswordField } from '#client/components/password-field.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { EntryLayout } from './entry-layout.tsx'
import { useEntryIssue } from './use-entry.ts'

const loginSchema = () => import('#shared/auth.ts').then(({ loginInput }) => loginInput)

const SecondStep = whenOpened(async () => (await import('./second-step.tsx')).SecondStep)
const ForgotPassword = whenOpened(async () => (await import('./forgot-password.tsx')).ForgotPassword)

export type Challenge = { challengeToken: string; methods: string[] }

/** Signs in. The router navigates once the session begins. */
export function LoginScreen({ registerPath }: { registerPath: string }) {
  const { auth } = useTexts()
  const expired = useExpired()
  const login = trpc.auth.login.useMutation({ onSuccess: startSession, onError: selectPassword })
  const passkey = usePasskey()
  const form = useForm(loginSchema, (input) => {
    passkey.reset()
    login.mutate(input)
  })
  const { sentence, waitName } = useEntryIssue(login.error ?? passkey.error)
  const isLocked = login.isPending || passkey.isPending || waitName !== undefined
  const challenge = challengeOf(login.error)
  const [nameToReset, setNameToReset] = useState<string>()

  if (challenge) {
    return (
      <EntryLayout>
        <SecondStep challenge={challenge} onBack={login.reset} />
      </EntryLayout>
    )
  }
  if (nameToReset !== undefined) {
    return (
      <EntryLayout>
        <ForgotPassword username={nameToReset} onBack={() => setNameToReset(undefined)} />
      </EntryLayout>
    )
  }
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
        {expired && !sentence && <FormBanner tone="warning">{auth.signIn[expired]}</FormBanner>}
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
        <Button
          size="lg"
          variant="outlined"
          color="neutral"
          disabled={isLocked}
          aria-busy={passkey.isPending}
          onClick={() => {
            login.reset()
            passkey.mutate()
          }}
        >
          {auth.signIn.passkey}
        </Button>
        <Button
          variant="plain"
          size="sm"
          sx={{
            alignSelf: 'start',
            px: 0,
            '&:hover': { bgcolor: 'transparent', textDecoration: 'underline' },
          }}
          onClick={({ currentTarget }) => setNameToReset(typedName(currentTarget.closest('form')))}
        >
          {auth.forgot.question}
        </Button>
      </form>
    </EntryLayout>
  )
}

function usePasskey() {
  const { client } = trpc.useUtils()
  return useMutation({
    mutationFn: async () => (await import('./sign-in-with-passkey.ts')).signInWithPasskey(client),
    onSuccess: startSession,
  })
}

function challengeOf(error: unknown): Challenge | undefined {
  const { code, details } = toAppError(error)
  return error && code === 'SECOND_FACTOR_REQUIRED' ? (details as Challenge) : undefined
}

const typedName = (form: HTMLFormElement | null) => form?.querySelector('input')?.value ?? ''

/** The password is the most likely mistake: selecting it lets the user retype at once. */
function selectPassword() {
  const field = document.querySelector<HTMLInputElement>('input[name="password"]')
  field?.focus()
  field?.select()
}

function useExpired() {
  const [expiry] = useState(popExpiry)
  const [isDraftStored, setDraftStored] = useState(false)
  useEffect(() => {
    void expiry?.isDraftStored.then(setDraftStored)
  }, [expiry])
  const sentence = isDraftStored ? ('expiredWithDraft' as const) : ('expired' as const)
  return expiry && sentence
}
