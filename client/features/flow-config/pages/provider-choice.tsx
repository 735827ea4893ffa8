import type { ReactNode } from 'react'
import { SettingSelect } from '#client/components/setting-fields.tsx'
import { useTexts } from '#client/texts/texts.tsx'

type Choice<Name extends string, Settings> = {
  provider: Name | 'none'
  settings: Partial<Record<Name, Settings>>
}
type Chosen<Name extends string, Settings> = {
  provider: Name
  chosen: Settings
  onChange: (chosen: Settings) => void
  issueOf: (field: string) => string | undefined
}
type Props<Name extends string, Settings> = {
  value: Choice<Name, Settings>
  providers: Readonly<Record<Name, { label: string }>>
  names: readonly Name[]
  unset: Settings
  texts: { provider: string; off: string; oneAtATime: string }
  onChange: (value: Choice<Name, Settings>) => void
  issueOf: (path: string) => string | undefined
  children: (chosen: Chosen<Name, Settings>) => ReactNode
}

/** At most one of several providers. The settings of the others are kept. */
export function ProviderChoice<Name extends string, Settings>(props: Props<Name, Settings>) {
  const { value, providers, names, unset, texts, onChange, issueOf, children } = props
  const { none } = useTexts().flowConfig
  const { provider, settings } = value
  const settingsOf = (name: Name) => settings[name] ?? unset
  const options = [
    { value: 'none' as const, label: none },
    ...names.map((name) => ({ value: name, label: providers[name].label })),
  ]
  return (
    <>
      <SettingSelect<Name | 'none'>
        label={texts.provider}
        name="provider"
        value={provider}
        options={options}
        onChange={(next) =>
          onChange({
            provider: next,
            settings: next === 'none' ? settings : { ...settings, [next]: settingsOf(next) },
          })
        }
        issue={issueOf('provider')}
        help={provider === 'none' ? texts.off : texts.oneAtATime}
      />
      {provider !== 'none' &&
        children({
          provider,
          chosen: settingsOf(provider),
          onChange: (chosen) => onChange({ provider, settings: { ...settings, [provider]: chosen } }),
          issueOf: (field) => issueOf(`settings.${provider}.${field}`),
        })}
    </>
  )
}
