import { Button, Typography } from '@mui/joy'
import { useState } from 'react'
import { Link } from 'react-router'
import { startSession } from '#client/api/session.ts'
import { trpc } from '#client/api/trpc.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { PasswordField } from '#client/components/password-field.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { EntryLayout } from './entry-layout.tsx'
import { StrengthBar } from './strength-bar.tsx'
import { TermsField } from './terms-field.tsx'
import { useEntryIssue } from './use-entry.ts'

const registerSchema = () => import('#shared/auth.ts').then(({ registerInput }) => registerInput)

export function RegisterScreen({ loginPath }: { loginPath: string }) {
  const { auth } = useTexts()
  const { register: texts } = auth
  const isFirst = trpc.version.get.useQuery().data?.hasUsers === false
  const [password, setPassword] = useState('')
  const [accepted, setAccepted] = useState(false)
  const [triedWithoutTerms, setTried] = useState(false)
  const [banner, setBanner] = useState<unknown>(null)

  const register = trpc.auth.register.useMutation({
    onSuccess: startSession,
    onError: (error) => setBanner(form.showServerErrors(error) ? null : error),
  })
  const form = useForm(registerSchema, (input) => {
    setTried(!accepted)
    if (accepted) {
      setBanner(null)
      register.mutate(input)
    }
  })
  const { sentence, waitName } = useEntryIssue(banner)

  return (
    <EntryLayout>
      <Typography level="h1">{isFirst ? texts.firstTitle : texts.title}</Typography>
      <Typography sx={{ color: 'text.tertiary' }}>
        {isFirst ? (
          texts.firstText
        ) : (
          <>
            {texts.haveOne}{' '}
            <Link className="text-link" to={loginPath}>
              {texts.signIn}
            </Link>
          </>
        )}
      </Typography>
      <form {...form.handlers}>
        {sentence && <FormBanner>{sentence}</FormBanner>}
        <FormField
          label={texts.username}
          name="username"
          errors={form.errors}
          help={texts.usernameHelp}
          size="lg"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        <FormField
          label={texts.email}
          name="email"
          type="email"
          errors={form.errors}
          size="lg"
          autoComplete="email"
        />
        <PasswordField
          label={texts.password}
          name="password"
          errors={form.errors}
          help={password === '' ? texts.passwordHelp : <StrengthBar password={password} />}
          size="lg"
          autoComplete="new-password"
          onChange={(event) => setPassword(event.target.value)}
        />
        <TermsField isWrong={triedWithoutTerms && !accepted} accepted={accepted} onChange={setAccepted} />
        <Button
          type="submit"
          size="lg"
          disabled={register.isPending || waitName !== undefined}
          aria-busy={register.isPending}
        >
          {waitName ?? (register.isPending ? texts.busy : texts.submit)}
        </Button>
      </form>
    </EntryLayout>
  )
}
