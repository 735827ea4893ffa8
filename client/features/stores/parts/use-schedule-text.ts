import { dateFormat } from '#client/components/intl.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { readSchedule } from './schedule.ts'

const SUNDAY = Date.UTC(2026, 0, 4)
const DAY_MS = 86_400_000

/** A cron expression in words, in UTC. Others are shown as they are. */
export function useScheduleText() {
  const { stores } = useTexts()
  const texts = stores.schedule.every
  const weekday = useWeekday()
  return (cron: string): string => {
    const schedule = readSchedule(cron)
    switch (schedule.kind) {
      case 'hourly':
        return texts.hours(schedule.hours)
      case 'daily':
        return texts.day(schedule.time)
      case 'weekly':
        return texts.week(weekday(schedule.weekday), schedule.time)
      default:
        return texts.cron(cron)
    }
  }
}

/** Name of a day of the week; 0 is Sunday. */
export function useWeekday() {
  const [language] = useLanguage()
  return (day: number) =>
    dateFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(new Date(SUNDAY + day * DAY_MS))
}
