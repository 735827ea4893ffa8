import { Button } from '@mui/joy'
import { useMutation } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { createPasskey } from '#client/api/passkeys.ts'
import { trpc } from '#client/api/trpc.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { addPasskeyInput, type Passkey } from '#shared/second-factor.ts'
import { FactorSection } from './factor-section.tsx'
import { PasskeyItem } from './passkey-item.tsx'

type Added = (recoveryCodes: string[] | null) => void

export function PasskeySection({ passkeys, onAdded }: { passkeys: readonly Passkey[]; onAdded: Added }) {
  const { passkeys: texts } = useTexts().secondFactor
  const [isAdding, setAdding] = useState(false)
  return (
    <FactorSection
      icon={Fingerprint}
      title={texts.title}
      text={texts.text}
      action={
        !isAdding && (
          <Button size="sm" variant="outlined" onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        )
      }
    >
      {passkeys.length > 0 && (
        <ul className="passkeys unpadded unlisted" aria-label={texts.list}>
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {isAdding && <NewPasskey onAdded={onAdded} onClose={() => setAdding(false)} />}
    </FactorSection>
  )
}

const nameInput = addPasskeyInput.pick({ name: true })

function NewPasskey({ onAdded, onClose }: { onAdded: Added; onClose: () => void }) {
  const { passkeys: texts } = useTexts().secondFactor
  const toasts = useToasts()
  const errorText = useErrorText()
  const { client } = trpc.useUtils()
  const add = useMutation({
    mutationFn: async ({ name }: { name: string }) => {
      const { challengeToken, options } = await client.secondFactor.startPasskey.mutate()
      const response = await createPasskey(options)
      return client.secondFactor.addPasskey.mutate({ challengeToken, response, name })
    },
    onSuccess: ({ recoveryCodes }, { name }) => {
      toasts.success(texts.added(name))
      onClose()
      onAdded(recoveryCodes)
    },
  })
  const form = useForm(nameInput, (input) => add.mutate(input))
  return (
    <form className="passkey-new grid gap-16" {...form.handlers}>
      {add.error && <FormBanner>{errorText(add.error)}</FormBanner>}
      <FormField
        label={texts.name}
        help={texts.nameHelp}
        name="name"
        errors={form.errors}
        defaultValue={texts.nameDefault}
        autoFocus
        onFocus={({ target }) => target.select()}
        readOnly={add.isPending}
      />
      <div className="factor-buttons flex wraps gap-8">
        <Button type="submit" disabled={add.isPending}>
          {add.isPending ? texts.adding : texts.create}
        </Button>
        <Button variant="plain" color="neutral" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}
