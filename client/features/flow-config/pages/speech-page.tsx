import { Mic } from 'lucide-react'
import { CredentialSelect } from '#client/components/credential-select.tsx'
import { SettingSelect, SettingText } from '#client/components/setting-fields.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import {
  profanityModes,
  type SpeechField,
  type SpeechProvider,
  speechNames,
  speechProviders,
} from '#shared/flow-providers.ts'
import type { FlowSections } from '#shared/flow-sections.ts'
import { Answered, Example, ExampleQuestion } from '../example.tsx'
import type { PageProps } from '../page-props.ts'
import { ProviderChoice } from './provider-choice.tsx'

type Settings = NonNullable<FlowSections['speechToText']['settings'][SpeechProvider]>

const unset: Settings = {
  credentialId: '',
  baseUrl: '',
  model: '',
  language: '',
  prompt: '',
  temperature: '',
  profanityFilterMode: '',
  channels: '',
}

export function SpeechPage({ value, onChange, issueOf }: PageProps<'speechToText'>) {
  const { speechToText: texts } = useTexts().flowConfig
  const { provider } = value
  return (
    <>
      <ProviderChoice<SpeechProvider, Settings>
        value={value}
        providers={speechProviders}
        names={speechNames}
        unset={unset}
        texts={texts}
        onChange={onChange}
        issueOf={issueOf}
      >
        {(chosen) => <ProviderFields key={chosen.provider} {...chosen} />}
      </ProviderChoice>
      {provider !== 'none' && (
        <Example>
          <ExampleQuestion>
            <Mic size={14} aria-hidden="true" /> {texts.spoken}
          </ExampleQuestion>
          <Answered>
            {speechProviders[provider].label}: “{texts.written}”
          </Answered>
        </Example>
      )}
    </>
  )
}

type FieldsProps = {
  provider: SpeechProvider
  chosen: Settings
  onChange: (chosen: Settings) => void
  issueOf: (field: string) => string | undefined
}

function ProviderFields({ provider, chosen, onChange, issueOf }: FieldsProps) {
  const { speechToText: texts } = useTexts().flowConfig
  const { credential, fields } = speechProviders[provider]
  const at = (field: string) => `settings.${provider}.${field}`
  const isTagged = provider === 'azureCognitive'
  const helpOf = (field: SpeechField) =>
    isTagged && field === 'language' ? texts.languageTag : texts.help[field]
  return (
    <>
      <CredentialSelect
        kinds={[credential]}
        name={at('credentialId')}
        value={chosen.credentialId}
        onChange={(credentialId) => onChange({ ...chosen, credentialId })}
        issue={issueOf('credentialId')}
      />
      <div className="setting-pair grid gap-16 items-start two-columns">
        {fields.map((field: SpeechField) =>
          field === 'profanityFilterMode' ? (
            <SettingSelect
              key={field}
              label={texts.fields[field]}
              name={at(field)}
              value={chosen[field] || 'None'}
              options={profanityModes.map((mode) => ({ value: mode as string, label: texts.modes[mode] }))}
              onChange={(mode) => onChange({ ...chosen, [field]: mode })}
              issue={issueOf(field)}
            />
          ) : (
            <SettingText
              key={field}
              numeric={field === 'temperature'}
              label={texts.fields[field]}
              help={helpOf(field)}
              name={at(field)}
              value={chosen[field]}
              onChange={(typed) => onChange({ ...chosen, [field]: typed })}
              issue={issueOf(field)}
            />
          ),
        )}
      </div>
    </>
  )
}
