import { Button, Typography } from '@mui/joy'
import { trpc } from '#client/api/trpc.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useEntryIssue } from './use-entry.ts'

type Props = { username: string; onBack: () => void }

const forgotSchema = () => import('#shared/auth.ts').then(({ forgotPasswordInput }) => forgotPasswordInput)

/** Emails a reset link; without email on the server, names the admins who can create one. */
export function ForgotPassword({ username, onBack }: Props) {
  const { forgot } = useTexts().auth
  const canMail = trpc.version.get.useQuery().data?.mail
  const request = trpc.auth.forgotPassword.useMutation()
  return (
    <>
      <Typography level="h1">{request.isSuccess ? forgot.sentTitle : forgot.title}</Typography>
      {request.isSuccess || !canMail ? (
        <Typography role="status" sx={{ color: 'text.tertiary' }}>
          {request.isSuccess ? forgot.sent : forgot.how}
        </Typography>
      ) : (
        <>
          <Typography sx={{ color: 'text.tertiary' }}>{forgot.text}</Typography>
          <RequestForm username={username} request={request} />
        </>
      )}
      <Button variant="plain" color="neutral" size="sm" sx={{ mt: 4, ml: -3 }} onClick={onBack}>
        {forgot.back}
      </Button>
    </>
  )
}

type RequestProps = {
  username: string
  request: ReturnType<typeof trpc.auth.forgotPassword.useMutation>
}

function RequestForm({ username, request }: RequestProps) {
  const { forgot, signIn } = useTexts().auth
  const form = useForm(forgotSchema, (input) => request.mutate(input))
  const { sentence, waitName } = useEntryIssue(request.error)
  return (
    <form {...form.handlers}>
      {sentence && <FormBanner>{sentence}</FormBanner>}
      <FormField
        label={signIn.username}
        name="username"
        defaultValue={username}
        errors={form.errors}
        size="lg"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        readOnly={request.isPending}
      />
      <Button
        type="submit"
        size="lg"
        disabled={request.isPending || waitName !== undefined}
        aria-busy={request.isPending}
      >
        {waitName ?? (request.isPending ? forgot.busy : forgot.submit)}
      </Button>
    </form>
  )
}
