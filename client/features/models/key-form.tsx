import { Button } from '@mui/joy'
import { type FormEvent, useState } from 'react'
import { FormField } from '#client/components/form-field.tsx'
import { PasswordField } from '#client/components/password-field.tsx'
import { SegmentedControl } from '#client/components/segmented-control.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { type KeyService, keyServices, type ModelSource } from '#shared/default-model.ts'

export type KeySource = Extract<ModelSource, { from: 'key' }>

type Props = {
  action: string
  isBusy: boolean
  error: string | undefined
  onSubmit: (source: KeySource) => void
}

const keyPages: Partial<Record<KeyService, string>> = {
  openai: 'https://platform.openai.com/api-keys',
  anthropic: 'https://console.anthropic.com/settings/keys',
  google: 'https://aistudio.google.com/apikey',
}

export function KeyForm({ action, isBusy, error, onSubmit }: Props) {
  const { models: texts } = useTexts()
  const [service, setService] = useState<KeyService>('openai')
  const [apiKey, setApiKey] = useState('')
  const [baseUrl, setBaseUrl] = useState('')
  /** The error applies to the submitted values only. */
  const [isChanged, setChanged] = useState(false)
  const isCompatible = service === 'compatible'
  const page = keyPages[service]
  const missing = apiKey.trim() === '' && !isCompatible
  const [isTried, setTried] = useState(false)
  const edit = (change: () => void) => {
    change()
    setChanged(true)
    setTried(false)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    setChanged(false)
    setTried(true)
    if (!missing) {
      onSubmit({
        from: 'key',
        service,
        apiKey: apiKey.trim(),
        ...(isCompatible && { baseUrl: baseUrl.trim() }),
      })
    }
  }

  const message = isTried && missing ? texts.keyMissing : isChanged ? undefined : error
  return (
    <form className="grid gap-16" noValidate onSubmit={submit}>
      <SegmentedControl
        label={texts.service}
        value={service}
        options={keyServices.map((value) => ({ value, label: texts.services[value] }))}
        onChange={(next) => edit(() => setService(next))}
      />
      {isCompatible && (
        <FormField
          label={texts.address}
          name="baseUrl"
          required
          errors={{}}
          type="url"
          placeholder="https://models.example.com/v1"
          help={texts.addressHelp}
          value={baseUrl}
          onChange={({ target }) => edit(() => setBaseUrl(target.value))}
        />
      )}
      <PasswordField
        label={texts.key}
        name="apiKey"
        required={!isCompatible}
        autoComplete="off"
        errors={message === undefined ? {} : { apiKey: [message] }}
        help={
          page && (
            <a className="text-link" href={page} target="_blank" rel="noreferrer">
              {texts.getKey(texts.services[service])}
            </a>
          )
        }
        value={apiKey}
        onChange={({ target }) => edit(() => setApiKey(target.value))}
      />
      <Button type="submit" loading={isBusy} sx={{ justifySelf: 'end' }}>
        {action}
      </Button>
    </form>
  )
}
