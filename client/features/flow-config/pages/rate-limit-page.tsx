import { SettingSwitch, SettingText } from '#client/components/setting-fields.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { FlowSections } from '#shared/flow-sections.ts'
import { Answered, Example, ExampleQuestion } from '../example.tsx'
import type { PageProps } from '../page-props.ts'

export function RateLimitPage({ value, onChange, issueOf }: PageProps<'rateLimit'>) {
  const { rateLimit: texts } = useTexts().flowConfig
  const { status, limitMax, limitDuration, limitMsg } = value
  const max = Number(limitMax)
  const seconds = Number(limitDuration)
  const isReady = status && max > 0 && seconds > 0
  return (
    <>
      <SettingSwitch
        label={texts.switch}
        checked={status}
        onChange={(checked) => onChange(checked ? withDefaults(value, texts) : { ...value, status: false })}
      />
      <div className="setting-pair grid gap-16 items-start two-columns">
        <SettingText
          numeric
          required={status}
          label={texts.limitMax}
          help={texts.limitMaxHelp}
          name="limitMax"
          value={limitMax}
          onChange={(typed) => onChange({ ...value, limitMax: typed })}
          issue={issueOf('limitMax')}
        />
        <SettingText
          numeric
          required={status}
          label={texts.limitDuration}
          help={texts.limitDurationHelp}
          name="limitDuration"
          value={limitDuration}
          onChange={(typed) => onChange({ ...value, limitDuration: typed })}
          issue={issueOf('limitDuration')}
        />
      </div>
      <SettingText
        required={status}
        rows={2}
        label={texts.limitMsg}
        name="limitMsg"
        placeholder={texts.limitMsgHint}
        value={limitMsg}
        onChange={(typed) => onChange({ ...value, limitMsg: typed })}
        issue={issueOf('limitMsg')}
      />
      {!status && <Example note={texts.off} />}
      {isReady && (
        <Example note={texts.reported(texts.messages(max), spell(seconds, texts))}>
          <ExampleQuestion>{texts.one}</ExampleQuestion>
          <Answered tone="refused">{limitMsg || texts.limitMsgHint}</Answered>
        </Example>
      )}
    </>
  )
}

type Words = ReturnType<typeof useTexts>['flowConfig']['rateLimit']

/** Enabling the limit fills empty fields with defaults, so that it is valid at once. */
function withDefaults({ limitMax, limitDuration, limitMsg }: FlowSections['rateLimit'], texts: Words) {
  return {
    status: true,
    limitMax: limitMax || '20',
    limitDuration: limitDuration || '60',
    limitMsg: limitMsg || texts.limitMsgHint,
  }
}

function spell(seconds: number, { hours, minutes, seconds: plain }: Words) {
  if (seconds % 3_600 === 0) {
    return hours(seconds / 3_600)
  }
  return seconds % 60 === 0 ? minutes(seconds / 60) : plain(seconds)
}
