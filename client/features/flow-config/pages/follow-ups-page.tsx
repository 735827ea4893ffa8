import { ModelChoice } from '#client/components/model-choice.tsx'
import { SettingSwitch, SettingText } from '#client/components/setting-fields.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { defaultFollowUpPrompt } from '#shared/flow-providers.ts'
import { Answered, Chips, Example } from '../example.tsx'
import type { PageProps } from '../page-props.ts'

const unset = {
  credentialId: '',
  modelName: '',
  prompt: defaultFollowUpPrompt,
  temperature: '0.9',
  baseUrl: '',
}

export function FollowUpsPage({ value, onChange, issueOf }: PageProps<'followUpPrompts'>) {
  const { followUpPrompts: texts } = useTexts().flowConfig
  const { status, selectedProvider, settings } = value
  const chosen = settings[selectedProvider] ?? unset
  const set = (change: Partial<typeof unset>) =>
    onChange({ ...value, settings: { ...settings, [selectedProvider]: { ...chosen, ...change } } })
  const at = (field: string) => `settings.${selectedProvider}.${field}`
  return (
    <>
      <SettingSwitch
        label={texts.switch}
        checked={status}
        onChange={(checked) =>
          onChange({ ...value, status: checked, settings: { ...settings, [selectedProvider]: chosen } })
        }
      />
      <ModelChoice
        value={{ ...chosen, provider: selectedProvider }}
        onProvider={(next) =>
          onChange({
            ...value,
            selectedProvider: next,
            settings: { ...settings, [next]: settings[next] ?? unset },
          })
        }
        onChange={set}
        required={status}
        nameOf={(field) => (field === 'provider' ? 'selectedProvider' : at(field))}
        issueOf={issueOf}
        beside={
          <SettingText
            numeric
            label={texts.temperature}
            help={texts.temperatureHelp}
            name={at('temperature')}
            value={chosen.temperature}
            onChange={(temperature) => set({ temperature })}
            issue={issueOf(at('temperature'))}
          />
        }
      />
      <SettingText
        rows={4}
        required={status}
        label={texts.prompt}
        help={texts.promptHelp}
        name={at('prompt')}
        value={chosen.prompt}
        onChange={(prompt) => set({ prompt })}
        issue={issueOf(at('prompt'))}
      />
      <Example note={texts.cost}>
        <Answered>{texts.sample}</Answered>
        <Chips texts={texts.samples} />
      </Example>
    </>
  )
}
