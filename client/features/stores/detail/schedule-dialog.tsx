import { FormControl, Input, Option, Select } from '@mui/joy'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FieldLabel } from '#client/components/form-field.tsx'
import { FormFooter } from '#client/components/form-footer.tsx'
import { Receipt } from '#client/components/receipt.tsx'
import { formatMoment } from '#client/components/relative-time.tsx'
import { SettingSelect, SettingText } from '#client/components/setting-fields.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { StoreLoader } from '#shared/stores.ts'
import { hourSteps, readSchedule, type Schedule, scheduleKinds, writeSchedule } from '../parts/schedule.ts'
import { useWeekday } from '../parts/use-schedule-text.ts'

type Props = { storeId: string; source: StoreLoader; onClose: () => void }

const weekdays = [1, 2, 3, 4, 5, 6, 0]
const DEFAULT_TIME = '03:00'

/** When a source is read again, and what the last reading changed. */
export function ScheduleDialog({ storeId, source, onClose }: Props) {
  const { stores, common } = useTexts()
  const texts = stores.schedule
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const [schedule, setSchedule] = useState<Schedule>(() => readSchedule(source.schedule))
  const saving = trpc.stores.sources.schedule.useMutation({
    async onSuccess({ name, schedule: saved }) {
      await utils.stores.get.invalidate({ id: storeId })
      toasts.success(saved ? texts.saved(name) : texts.stopped(name))
      onClose()
    },
  })

  function choose(kind: Schedule['kind']) {
    const time = 'time' in schedule ? schedule.time : DEFAULT_TIME
    const next: Record<Schedule['kind'], Schedule> = {
      never: { kind: 'never' },
      hourly: { kind: 'hourly', hours: 6 },
      daily: { kind: 'daily', time },
      weekly: { kind: 'weekly', weekday: 1, time },
      cron: { kind: 'cron', cron: writeSchedule(schedule) ?? '' },
    }
    setSchedule(next[kind])
  }

  return (
    <Dialog
      title={texts.title(source.name)}
      description={texts.text}
      onClose={onClose}
      locked={saving.isPending}
      form={{
        noValidate: true,
        onSubmit(event) {
          event.preventDefault()
          saving.mutate({ storeId, loaderId: source.id, schedule: writeSchedule(schedule) })
        },
      }}
      footer={
        <FormFooter submit={common.save} busy={texts.saving} isBusy={saving.isPending} onCancel={onClose} />
      }
    >
      <div className="stack gap-16">
        {saving.error && <FormBanner>{errorText(saving.error)}</FormBanner>}
        <SettingSelect
          label={texts.often}
          name="kind"
          issue={undefined}
          value={schedule.kind}
          options={scheduleKinds.map((value) => ({ value, label: texts.kinds[value] }))}
          onChange={choose}
        />
        <Details schedule={schedule} onChange={setSchedule} />
        <LastReading source={source} />
      </div>
    </Dialog>
  )
}

type DetailProps = { schedule: Schedule; onChange: (schedule: Schedule) => void }

function Details({ schedule, onChange }: DetailProps) {
  const { stores } = useTexts()
  const texts = stores.schedule
  const weekdayName = useWeekday()
  if (schedule.kind === 'cron') {
    return (
      <SettingText
        label={texts.cron}
        name="cron"
        issue={undefined}
        help={texts.cronHelp}
        placeholder="0 6 * * 1-5"
        value={schedule.cron}
        onChange={(cron) => onChange({ ...schedule, cron })}
      />
    )
  }
  if (schedule.kind === 'hourly') {
    return (
      <SettingSelect
        label={texts.interval}
        name="hours"
        issue={undefined}
        value={String(schedule.hours)}
        options={[...new Set([...hourSteps, schedule.hours])].map((hours) => ({
          value: String(hours),
          label: texts.every.hours(hours),
        }))}
        onChange={(hours) => onChange({ ...schedule, hours: Number(hours) })}
      />
    )
  }
  if (!('time' in schedule)) {
    return null
  }
  return (
    <div className="grid two-columns gap-12">
      {schedule.kind === 'weekly' && (
        <FormControl>
          <FieldLabel label={texts.weekday} />
          <Select
            value={schedule.weekday}
            onChange={(_, weekday) => weekday !== null && onChange({ ...schedule, weekday })}
            slotProps={{ listbox: { sx: { zIndex: 1400 } } }}
          >
            {weekdays.map((day) => (
              <Option key={day} value={day}>
                {weekdayName(day)}
              </Option>
            ))}
          </Select>
        </FormControl>
      )}
      <FormControl>
        <FieldLabel label={texts.time} />
        <Input
          type="time"
          name="time"
          value={schedule.time}
          onChange={({ target }) => onChange({ ...schedule, time: target.value || DEFAULT_TIME })}
        />
      </FormControl>
    </div>
  )
}

function LastReading({ source: { changes, readDate, nextDate } }: { source: StoreLoader }) {
  const { stores } = useTexts()
  const texts = stores.schedule
  const [language] = useLanguage()
  if (readDate === null) {
    return null
  }
  return (
    <Receipt
      title={texts.lastRead}
      aside={formatMoment(readDate, language)}
      lines={[
        ...(changes
          ? [
              { label: texts.added, value: changes.added },
              { label: texts.removed, value: changes.removed },
              { label: texts.unchanged, value: changes.unchanged },
            ]
          : []),
        ...(nextDate ? [{ label: texts.nextRead, value: formatMoment(nextDate, language) }] : []),
      ]}
      foot={texts.foot}
    />
  )
}
