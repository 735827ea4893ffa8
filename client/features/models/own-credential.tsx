import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { AppError } from '#shared/errors.ts'
import { toCredential } from '#shared/model-credentials.ts'
import { KeyForm, type KeySource } from './key-form.tsx'

/** The key form for users without the role ADMIN: tests the key, then stores it as their own credential. */
export function OwnCredential({ onSaved }: { onSaved: () => void }) {
  const { models: texts } = useTexts()
  const toasts = useToasts()
  const utils = trpc.useUtils()
  const [error, setError] = useState<string>()
  const test = trpc.credentials.test.useMutation()
  const create = trpc.credentials.create.useMutation()

  async function save({ service, apiKey, baseUrl }: KeySource) {
    const { kind: credentialName, name, values: plainDataObj } = toCredential(service, apiKey, baseUrl)
    const tested = await test.mutateAsync({ credentialName, plainDataObj })
    if (tested.outcome === 'refused') {
      setError(tested.message)
      return
    }
    await create.mutateAsync({ name, credentialName, plainDataObj })
    await utils.credentials.invalidate()
    toasts.success(texts.ownDone(name))
    onSaved()
  }

  return (
    <div className="connect-model grid gap-24">
      <KeyForm
        action={texts.saveCredential}
        isBusy={test.isPending || create.isPending}
        error={error}
        onSubmit={(source) => {
          setError(undefined)
          save(source).catch((problem: unknown) => setError(messageOf(problem)))
        }}
      />
    </div>
  )
}

function messageOf(problem: unknown): string {
  return problem instanceof AppError || problem instanceof Error ? problem.message : String(problem)
}
