import { useMutation } from '@tanstack/react-query'
import { answerWithPasskey } from '#client/api/passkeys.ts'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { ProofForm, type TypedProof } from '#client/components/proof-form.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { ProofMethod } from '#shared/second-factor.ts'

type Props = { onClose: (isConfirmed: boolean) => void }

/** Requests a proof before a call that moves money or shows a key is repeated. */
export function StepUpDialog({ onClose }: Props) {
  const { stepUp: texts } = useTexts().secondFactor
  const status = trpc.secondFactor.status.useQuery(undefined, { staleTime: 0 })
  return (
    <Dialog title={texts.title} description={texts.text} onClose={() => onClose(false)}>
      <AsyncView query={status}>
        {({ methods }) => <Proof methods={methods} onDone={() => onClose(true)} />}
      </AsyncView>
    </Dialog>
  )
}

type Given = TypedProof | { passkey: { challengeToken: string; response: Record<string, unknown> } }

function Proof({ methods, onDone }: { methods: readonly ProofMethod[]; onDone: () => void }) {
  const { client } = trpc.useUtils()
  const stepUp = useMutation({
    mutationFn: (proof: Given) => client.secondFactor.stepUp.mutate(proof),
    onSuccess: onDone,
  })
  const passkey = useMutation({
    mutationFn: async () => {
      const { challengeToken, options } = await client.secondFactor.stepUpPasskey.mutate()
      const response = await answerWithPasskey(options)
      await stepUp.mutateAsync({ passkey: { challengeToken, response } })
    },
  })
  return (
    <ProofForm
      methods={methods}
      error={stepUp.error ?? passkey.error}
      isBusy={stepUp.isPending || passkey.isPending}
      onProof={(proof) => {
        passkey.reset()
        stepUp.mutate(proof)
      }}
      onPasskey={() => {
        stepUp.reset()
        passkey.mutate()
      }}
    />
  )
}
