import { CredentialSelect } from '#client/components/credential-select.tsx'
import { SettingSwitch, SettingText } from '#client/components/setting-fields.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { type TracerName, tracerNames, tracers } from '#shared/flow-providers.ts'
import type { FlowSections } from '#shared/flow-sections.ts'
import { Example } from '../example.tsx'
import type { PageProps } from '../page-props.ts'

type Settings = NonNullable<FlowSections['analytic']['settings'][TracerName]>

const unset: Settings = { status: false, credentialId: '', projectName: '', endpoint: '' }

export function AnalyticsPage({ value, onChange, issueOf }: PageProps<'analytic'>) {
  const { analytic: texts } = useTexts().flowConfig
  const { settings, captureContent } = value
  const isOn = tracerNames.some((name) => settings[name]?.status)
  return (
    <>
      {tracerNames.map((name) => (
        <Tracer
          key={name}
          name={name}
          chosen={settings[name] ?? unset}
          onChange={(chosen) => onChange({ ...value, settings: { ...settings, [name]: chosen } })}
          issueOf={(field) => issueOf(`settings.${name}.${field}`)}
        />
      ))}
      {isOn && (
        <SettingSwitch
          label={texts.captureContent}
          help={texts.captureContentHelp}
          checked={captureContent}
          onChange={(checked) => onChange({ ...value, captureContent: checked })}
        />
      )}
      <Example note={texts.never}>
        <ol className="example-spans grid gap-4 unpadded text-12 unlisted">
          <li className="flex spread gap-12 surface outlined round-xs">
            {texts.spans.run}
            <i className="text-tertiary">1.9 s</i>
          </li>
          <li className="flex spread gap-12 surface outlined round-xs">
            {texts.spans.chain}
            <i className="text-tertiary">1.8 s</i>
          </li>
          <li className="flex spread gap-12 surface outlined round-xs">
            {texts.spans.model} · {texts.spans.tokens}
            <i className="text-tertiary">1.6 s</i>
          </li>
        </ol>
      </Example>
    </>
  )
}

type TracerProps = {
  name: TracerName
  chosen: Settings
  onChange: (chosen: Settings) => void
  issueOf: (field: string) => string | undefined
}

function Tracer({ name, chosen, onChange, issueOf }: TracerProps) {
  const { analytic: texts } = useTexts().flowConfig
  const { label, credential, fields } = tracers[name]
  const at = (field: string) => `settings.${name}.${field}`
  const isFree = name === 'openTelemetry'
  return (
    <div className="tracer grid line-below gap-14">
      <SettingSwitch
        label={texts.switch(label)}
        checked={chosen.status}
        onChange={(status) => onChange({ ...chosen, status })}
      />
      {chosen.status && (
        <div className="setting-pair grid gap-16 items-start two-columns">
          <CredentialSelect
            kinds={[credential]}
            required={!isFree}
            {...(isFree && { none: texts.noCredential })}
            name={at('credentialId')}
            value={chosen.credentialId}
            onChange={(credentialId) => onChange({ ...chosen, credentialId })}
            issue={issueOf('credentialId')}
          />
          {fields.map((field) => (
            <SettingText
              key={field}
              required={field === 'endpoint'}
              label={texts.fields[field]}
              help={texts.help[field]}
              name={at(field)}
              value={chosen[field]}
              onChange={(typed) => onChange({ ...chosen, [field]: typed })}
              issue={issueOf(field)}
            />
          ))}
        </div>
      )}
    </div>
  )
}
