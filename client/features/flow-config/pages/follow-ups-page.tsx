import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { followUpNames, followUpProviders, usualFollowUpPrompt } from '#shared/flow-section-kinds.ts'
import { CredentialSelect } from '../credential-select.tsx'
import { Answered, Chips, Example } from '../example.tsx'
import type { PageProps } from '../page-props.ts'
import { SettingSelect, SettingSwitch, SettingText } from '../setting-fields.tsx'

const unset = {
  credentialId: '',
  modelName: '',
  prompt: usualFollowUpPrompt,
  temperature: '0.9',
  baseUrl: '',
}
const providers = followUpNames.map((value) => ({ value, label: followUpProviders[value].label }))

export function FollowUpsPage({ value, onChange, faultOf }: PageProps<'followUpPrompts'>) {
  const { followUpPrompts: texts } = useTexts().flowConfig
  const { status, selectedProvider, settings } = value
  const provider = followUpProviders[selectedProvider]
  const chosen = settings[selectedProvider] ?? unset
  const set = (change: Partial<typeof unset>) =>
    onChange({ ...value, settings: { ...settings, [selectedProvider]: { ...chosen, ...change } } })
  const at = (field: keyof typeof unset) => `settings.${selectedProvider}.${field}`
  return (
    <>
      <SettingSwitch
        label={texts.switch}
        checked={status}
        onChange={(checked) =>
          onChange({ ...value, status: checked, settings: { ...settings, [selectedProvider]: chosen } })
        }
      />
      <div className="setting-pair">
        <SettingSelect
          label={texts.provider}
          name="selectedProvider"
          value={selectedProvider}
          options={providers}
          onChange={(next) =>
            onChange({
              ...value,
              selectedProvider: next,
              settings: { ...settings, [next]: settings[next] ?? unset },
            })
          }
          fault={faultOf('selectedProvider')}
        />
        <CredentialSelect
          key={provider.credential}
          kind={provider.credential}
          required={status && provider.needsCredential}
          name={at('credentialId')}
          value={chosen.credentialId}
          onChange={(credentialId) => set({ credentialId })}
          fault={faultOf(at('credentialId'))}
        />
      </div>
      <div className="setting-pair">
        <ModelText
          node={provider.node}
          credential={chosen.credentialId}
          required={status}
          name={at('modelName')}
          value={chosen.modelName}
          onChange={(modelName) => set({ modelName })}
          fault={faultOf(at('modelName'))}
        />
        <SettingText
          numeric
          label={texts.temperature}
          help={texts.temperatureHelp}
          name={at('temperature')}
          value={chosen.temperature}
          onChange={(temperature) => set({ temperature })}
          fault={faultOf(at('temperature'))}
        />
      </div>
      {'baseUrl' in provider && (
        <SettingText
          label={texts.baseUrl}
          name={at('baseUrl')}
          placeholder="http://localhost:11434"
          value={chosen.baseUrl}
          onChange={(baseUrl) => set({ baseUrl })}
          fault={faultOf(at('baseUrl'))}
        />
      )}
      <SettingText
        rows={4}
        required={status}
        label={texts.prompt}
        help={texts.promptHelp}
        name={at('prompt')}
        value={chosen.prompt}
        onChange={(prompt) => set({ prompt })}
        fault={faultOf(at('prompt'))}
      />
      <Example note={texts.cost}>
        <Answered>{texts.sample}</Answered>
        <Chips texts={texts.samples} />
      </Example>
    </>
  )
}

type ModelProps = {
  /** The kind of node that knows the provider's list. */
  node: string
  credential: string
  required: boolean
  name: string
  value: string
  onChange: (model: string) => void
  fault: string | undefined
}

/** The provider's own list, asked for when the field is first entered; a name that is not in it may be typed. */
function ModelText({ node, credential, ...field }: ModelProps) {
  const { followUpPrompts: texts } = useTexts().flowConfig
  const [isWanted, setWanted] = useState(false)
  const query = trpc.nodes.loadOptions.useQuery(
    { name: node, loadMethod: 'listModels', ...(credential && { credential }) },
    { enabled: isWanted, retry: false, staleTime: 60_000 },
  )
  return (
    <SettingText
      {...field}
      label={texts.model}
      placeholder={texts.modelHint}
      choices={(query.data ?? []).map(({ name }) => name)}
      onFocus={() => setWanted(true)}
    />
  )
}
