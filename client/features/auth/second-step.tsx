import { Button, Typography } from '@mui/joy'
import { useMutation } from '@tanstack/react-query'
import { toAppError } from '#client/api/errors.ts'
import { answerWithPasskey } from '#client/api/passkeys.ts'
import { startSession } from '#client/api/session.ts'
import { trpc } from '#client/api/trpc.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { ProofForm, type TypedProof } from '#client/components/proof-form.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { ProofMethod } from '#shared/second-factor.ts'
import type { Challenge } from './login-screen.tsx'

type Props = { challenge: Challenge; onBack: () => void }
type Given = TypedProof | { passkey: { challengeToken: string; response: Record<string, unknown> } }

export function SecondStep({ challenge: { challengeToken, methods }, onBack }: Props) {
  const { signIn: texts } = useTexts().secondFactor
  const { client } = trpc.useUtils()
  const finish = useMutation({
    mutationFn: (proof: Given) => client.auth.loginSecondFactor.mutate({ challengeToken, ...proof }),
    onSuccess: startSession,
  })
  const passkey = useMutation({
    mutationFn: async () => {
      const challenge = await client.auth.loginPasskeyProof.mutate({ challengeToken })
      const response = await answerWithPasskey(challenge.options)
      await finish.mutateAsync({ passkey: { challengeToken: challenge.challengeToken, response } })
    },
  })
  const error = finish.error ?? passkey.error
  const isExpired = error !== null && toAppError(error).code === 'NOT_FOUND'

  return (
    <>
      <Typography level="h1">{texts.title}</Typography>
      <Typography sx={{ color: 'text.tertiary', mb: 7 }}>{texts.text}</Typography>
      {isExpired ? (
        <FormBanner tone="warning">{texts.expired}</FormBanner>
      ) : (
        <ProofForm
          methods={methods as ProofMethod[]}
          error={error}
          isBusy={finish.isPending || passkey.isPending}
          onProof={(proof) => {
            passkey.reset()
            finish.mutate(proof)
          }}
          onPasskey={() => {
            finish.reset()
            passkey.mutate()
          }}
        />
      )}
      <Button variant="plain" color="neutral" size="sm" sx={{ mt: 4, ml: '-10px' }} onClick={onBack}>
        {texts.back}
      </Button>
    </>
  )
}
