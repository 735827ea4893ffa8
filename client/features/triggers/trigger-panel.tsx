import './triggers.css'
import { Alert } from '@mui/joy'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { CopyLine } from '#client/components/copy-line.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FieldLabel } from '#client/components/form-field.tsx'
import { SegmentedControl } from '#client/components/segmented-control.tsx'
import { SettingSwitch } from '#client/components/setting-fields.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText, useSentence } from '#client/texts/use-sentence.ts'
import { missedRules, overlapRules, type Trigger } from '#shared/triggers.ts'
import { DeliveryHeader } from './delivery-header.tsx'
import { daysUntil, formatRun } from './format-run.ts'
import { SecretControl } from './secret-control.tsx'
import { TriggerLog } from './trigger-log.tsx'
import { useTriggerSaving } from './use-trigger-saving.ts'

type Props = { flowId: string }
type PanelProps = Props & { executionPath: (id: string) => string }

/** The switch of a flow that starts by a schedule or a webhook, its next runs and its log. */
export function TriggerPanel({ flowId, executionPath }: PanelProps) {
  const { triggers: texts } = useTexts()
  const query = trpc.triggers.get.useQuery({ id: flowId })
  return (
    <AsyncView query={query} errorTitle={texts.loadFailed}>
      {(trigger) => (
        <div className="trigger stack gap-24">
          {trigger.kind === null ? (
            <EmptyState title={texts.none} text={texts.noneText} />
          ) : (
            <Settings flowId={flowId} trigger={trigger} kind={trigger.kind} />
          )}
          <TriggerLog flowId={flowId} executionPath={executionPath} />
        </div>
      )}
    </AsyncView>
  )
}

type SettingsProps = Props & { trigger: Trigger; kind: NonNullable<Trigger['kind']> }

function Settings({ flowId, trigger, kind }: SettingsProps) {
  const { triggers: texts } = useTexts()
  const sentence = useSentence()
  const errorText = useErrorText()
  const { save, error, isSaving } = useTriggerSaving(flowId)
  const { enabled, canEnable, reason } = trigger
  return (
    <section
      className="trigger-settings stack gap-24 outlined surface"
      aria-label={texts.title}
      aria-busy={isSaving}
    >
      {error && <FormBanner>{errorText(error)}</FormBanner>}
      {reason && (
        <Alert color="warning">
          {texts.cannotEnable}: {sentence(reason)}
        </Alert>
      )}
      <SettingSwitch
        label={texts.listening}
        help={kind === 'webhook' ? texts.webhookText : texts.scheduleText}
        checked={enabled}
        onChange={(checked) => (canEnable || !checked) && save({ enabled: checked })}
      />
      {kind === 'webhook' ? (
        <WebhookFields flowId={flowId} trigger={trigger} onSave={save} />
      ) : (
        <ScheduleFields trigger={trigger} onSave={save} />
      )}
    </section>
  )
}

type FieldsProps = { trigger: Trigger; onSave: ReturnType<typeof useTriggerSaving>['save'] }

function WebhookFields({ flowId, trigger, onSave }: FieldsProps & Props) {
  const { triggers: texts } = useTexts()
  return (
    <>
      <div>
        <FieldLabel label={texts.address} />
        <CopyLine label={texts.address} text={`${location.origin}/api/v1/webhook/${flowId}`} />
      </div>
      <SecretControl flowId={flowId} hasSecret={trigger.hasSecret} />
      <DeliveryHeader
        value={trigger.deliveryHeader ?? ''}
        onSave={(deliveryHeader) => onSave({ deliveryHeader })}
      />
    </>
  )
}

function ScheduleFields({ trigger, onSave }: FieldsProps) {
  const { triggers: texts } = useTexts()
  const { nextRuns, timezone, missed, overlap } = trigger
  return (
    <>
      <Choice
        title={texts.missed}
        help={texts.missedHelp}
        value={missed}
        options={missedRules.map((value) => ({ value, label: texts.missedRules[value] }))}
        onChange={(missed) => onSave({ missed })}
      />
      <Choice
        title={texts.overlap}
        value={overlap}
        options={overlapRules.map((value) => ({ value, label: texts.overlapRules[value] }))}
        onChange={(overlap) => onSave({ overlap })}
      />
      {nextRuns.length > 0 && <NextRuns dates={nextRuns} timezone={timezone} />}
    </>
  )
}

type ChoiceProps<Value extends string> = {
  title: string
  help?: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ title, help, ...control }: ChoiceProps<Value>) {
  return (
    <div className="trigger-choice grid items-left gap-8">
      <h2>{title}</h2>
      {help && <p className="text-secondary text-13">{help}</p>}
      <SegmentedControl label={title} {...control} />
    </div>
  )
}

type NextRunsProps = { dates: readonly string[]; timezone: string | null }

function NextRuns({ dates, timezone }: NextRunsProps) {
  const { triggers: texts } = useTexts()
  const [language] = useLanguage()
  const distance = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  return (
    <div className="trigger-next">
      <h2>{texts.next}</h2>
      <ol className="unpadded outlined round-8 unlisted" aria-label={texts.next}>
        {dates.map((iso) => (
          <li className="flex wraps spread tabular" key={iso}>
            <time dateTime={iso}>{formatRun(iso, language, timezone)}</time>
            <span className="text-secondary text-13">
              {distance.format(daysUntil(iso, new Date(), timezone), 'day')}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
