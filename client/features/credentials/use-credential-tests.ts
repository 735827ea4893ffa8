import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { Credential, CredentialTest } from '#shared/credentials.ts'
import { AppError, ERROR_CODES } from '#shared/errors.ts'

/** The verdict on a key, as a sentence. */
export function useTestText() {
  const { form } = useTexts().credentials
  const errorText = useErrorText()
  return (result: CredentialTest): string => {
    switch (result.outcome) {
      case 'works':
        return form.works(result.models)
      case 'refused':
        return form.refused(errorText(new AppError(codeOf(result.code), result.message)))
      case 'unknown':
        return form.unknown
    }
  }
}

function codeOf(code: string): keyof typeof ERROR_CODES {
  return code in ERROR_CODES ? (code as keyof typeof ERROR_CODES) : 'UPSTREAM_FAILED'
}

export type TestState = CredentialTest['outcome'] | 'testing'

/** Stored keys tried from the list, as long as the list is open: what is true now may not be tomorrow. */
export function useCredentialTests() {
  const [states, setStates] = useState<Readonly<Record<string, TestState>>>({})
  const toasts = useToasts()
  const say = useTestText()
  const errorText = useErrorText()
  const test = trpc.credentials.test.useMutation()
  const put = (id: string, state: TestState) => setStates((before) => ({ ...before, [id]: state }))

  async function run({ id, name, credentialName }: Credential) {
    put(id, 'testing')
    try {
      const result = await test.mutateAsync({ id, credentialName })
      put(id, result.outcome)
      const tell = { works: toasts.success, refused: toasts.error, unknown: toasts.info }[result.outcome]
      tell(`${name}: ${say(result)}`)
    } catch (error) {
      setStates(({ [id]: _, ...others }) => others)
      toasts.error(errorText(error))
    }
  }

  return { states, run }
}
