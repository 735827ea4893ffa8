import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useTestText } from '#client/components/credential-form/use-test-text.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { Credential, CredentialTest } from '#shared/credentials.ts'

export type TestState = CredentialTest['outcome'] | 'testing'

/** Tests of stored keys started from the list. Results are dropped when the list closes, because they go stale. */
export function useCredentialTests() {
  const [states, setStates] = useState<Readonly<Record<string, TestState>>>({})
  const toasts = useToasts()
  const describeTest = useTestText()
  const errorText = useErrorText()
  const test = trpc.credentials.test.useMutation()
  const put = (id: string, state: TestState) => setStates((before) => ({ ...before, [id]: state }))

  async function run({ id, name, credentialName }: Credential) {
    put(id, 'testing')
    try {
      const result = await test.mutateAsync({ id, credentialName })
      put(id, result.outcome)
      const notify = { works: toasts.success, refused: toasts.error, unknown: toasts.info }[result.outcome]
      notify(`${name}: ${describeTest(result)}`)
    } catch (error) {
      setStates(({ [id]: _, ...others }) => others)
      toasts.error(errorText(error))
    }
  }

  return { states, run }
}
