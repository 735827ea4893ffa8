import './model-choice.css'
import { type ReactNode, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { type FollowUpProvider, followUpNames, followUpProviders } from '#shared/flow-providers.ts'
import type { ModelChoice as Choice } from '#shared/writing.ts'
import { CredentialSelect } from './credential-select.tsx'
import { SettingSelect, SettingText } from './setting-fields.tsx'

type Field = 'credentialId' | 'modelName' | 'baseUrl'

type Props = {
  value: Choice
  /** Another provider requires another credential and model; the form decides what happens to the current ones. */
  onProvider: (provider: FollowUpProvider) => void
  onChange: (change: Partial<Pick<Choice, Field>>) => void
  required?: boolean
  nameOf?: (field: Field | 'provider') => string
  issueOf?: (path: string) => string | undefined
  beside?: ReactNode
}

const providers = followUpNames.map((value) => ({ value, label: followUpProviders[value].label }))

export function ModelChoice({
  value: { provider: word, credentialId, modelName, baseUrl },
  onProvider,
  onChange,
  required = true,
  nameOf = (field) => field,
  issueOf = () => undefined,
  beside,
}: Props) {
  const { followUpPrompts: texts } = useTexts().flowConfig
  const provider = followUpProviders[word]
  const placed = (field: Parameters<typeof nameOf>[0]) => ({
    name: nameOf(field),
    issue: issueOf(nameOf(field)),
  })
  return (
    <div className="model-choice grid gap-16 shrinks">
      <div className="model-pair grid gap-16 items-start">
        <SettingSelect
          {...placed('provider')}
          label={texts.provider}
          value={word}
          options={providers}
          onChange={onProvider}
        />
        <CredentialSelect
          {...placed('credentialId')}
          key={provider.credential}
          kinds={[provider.credential]}
          required={required && provider.needsCredential}
          value={credentialId}
          onChange={(id) => onChange({ credentialId: id })}
        />
      </div>
      <div className="model-pair grid gap-16 items-start">
        <ModelName
          {...placed('modelName')}
          node={provider.node}
          credential={credentialId}
          required={required}
          value={modelName}
          onChange={(name) => onChange({ modelName: name })}
        />
        {beside}
      </div>
      {'baseUrl' in provider && (
        <SettingText
          {...placed('baseUrl')}
          label={texts.baseUrl}
          placeholder="http://localhost:11434"
          value={baseUrl}
          onChange={(url) => onChange({ baseUrl: url })}
        />
      )}
    </div>
  )
}

type NameProps = {
  node: string
  credential: string
  required: boolean
  name: string
  value: string
  onChange: (model: string) => void
  issue: string | undefined
}

/** The provider's model list, loaded when the field is first focused; other names may be typed. */
function ModelName({ node, credential, ...field }: NameProps) {
  const { followUpPrompts: texts } = useTexts().flowConfig
  const [isRequired, setRequired] = useState(false)
  const query = trpc.nodes.loadOptions.useQuery(
    { name: node, loadMethod: 'listModels', ...(credential && { credential }) },
    { enabled: isRequired, retry: false, staleTime: 60_000 },
  )
  return (
    <SettingText
      {...field}
      label={texts.model}
      placeholder={texts.modelHint}
      choices={(query.data ?? []).map(({ name }) => name)}
      onFocus={() => setRequired(true)}
    />
  )
}
