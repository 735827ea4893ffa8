import { SettingSwitch, SettingText } from '#client/components/setting-fields.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { Example } from '../example.tsx'
import type { PageProps } from '../page-props.ts'

const fields = ['maxCostUsd', 'maxSteps', 'maxMinutes'] as const

/** Limits of a single run. The fields stay readable while they are off, so that nothing is lost by trying. */
export function RunLimitsPage({ value, onChange, issueOf }: PageProps<'runLimits'>) {
  const { runLimits: texts } = useTexts().flowConfig
  return (
    <>
      <SettingSwitch
        label={texts.switch}
        checked={value.status}
        onChange={(status) => onChange({ ...value, status })}
      />
      <div className="setting-pair grid gap-16 items-start two-columns">
        {fields.map((name) => (
          <SettingText
            key={name}
            numeric
            label={texts[name]}
            help={texts.help[name]}
            name={name}
            value={value[name]}
            onChange={(typed) => onChange({ ...value, [name]: typed })}
            issue={issueOf(name)}
          />
        ))}
      </div>
      <Example note={value.status ? texts.note : texts.off} />
    </>
  )
}
