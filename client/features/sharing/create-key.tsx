import { Button, Stack } from '@mui/joy'
import { Check } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { ASK_FLOWS } from '#shared/api-keys.ts'
import type { CreatedKey } from './use-request.ts'

type Props = { onCreated: (key: CreatedKey) => void; onCancel: () => void }

/** Creates a key that may only call flows. */
export function CreateKey({ onCreated, onCancel }: Props) {
  const { common, sharing: texts } = useTexts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const [keyName, setKeyName] = useState('')
  const [isChecked, setChecked] = useState(false)
  const creation = trpc.apiKeys.create.useMutation({
    async onSuccess(keys) {
      // Only the new key is returned in full.
      const made = keys.find(({ apiKey }) => !apiKey.includes('…'))
      await utils.apiKeys.list.invalidate()
      return made ? onCreated({ id: made.id, secret: made.apiKey }) : onCancel()
    },
  })
  const isNameless = keyName.trim() === ''

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setChecked(true)
    if (!isNameless) {
      creation.mutate({ keyName: keyName.trim(), permissions: [ASK_FLOWS] })
    }
  }

  return (
    <form className="grid gap-10 backdrop-level1 round-md pad-12" noValidate onSubmit={onSubmit}>
      {creation.error && <FormBanner>{errorText(creation.error)}</FormBanner>}
      <FormField
        label={texts.keyName}
        name="keyName"
        required
        autoFocus
        autoComplete="off"
        value={keyName}
        onChange={({ target }) => setKeyName(target.value)}
        errors={isChecked && isNameless ? { keyName: [texts.keyNameMissing] } : {}}
        help={texts.keyNameHelp}
      />
      <p className="row gap-6">
        <Check size={14} aria-hidden="true" />
        {texts.keyPermission}
      </p>
      <Stack direction="row" sx={{ gap: 1 }}>
        <Button type="submit" size="sm" disabled={creation.isPending}>
          {creation.isPending ? texts.creating : texts.create}
        </Button>
        <Button size="sm" variant="plain" color="neutral" onClick={onCancel}>
          {common.cancel}
        </Button>
      </Stack>
    </form>
  )
}
