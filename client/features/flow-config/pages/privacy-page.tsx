import { SettingSwitch, SettingText } from '#client/components/setting-fields.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { Example } from '../example.tsx'
import type { PageProps } from '../page-props.ts'

/** How long conversations are kept. */
export function PrivacyPage({ value, onChange, issueOf }: PageProps<'privacy'>) {
  const { privacy: texts } = useTexts().flowConfig
  return (
    <>
      <SettingSwitch
        label={texts.switch}
        checked={value.status}
        onChange={(status) => onChange({ ...value, status })}
      />
      <div className="setting-pair grid gap-16 items-start two-columns">
        <SettingText
          numeric
          label={texts.retentionDays}
          help={texts.retentionDaysHelp}
          name="retentionDays"
          value={value.retentionDays}
          onChange={(retentionDays) => onChange({ ...value, retentionDays })}
          issue={issueOf('retentionDays')}
        />
      </div>
      <Example note={value.status ? texts.note : texts.off} />
    </>
  )
}
