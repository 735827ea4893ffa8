import { addDays, DAY_MS } from '#shared/dates.ts'

export const presets = ['today', 'week', 'days30', 'month', 'custom'] as const
export type Preset = (typeof presets)[number]

/** Days of the house's calendar, both included. */
export type Range = { from: string; to: string }

/** What a preset means on a day. A custom range without days begins as the last thirty. */
export function rangeOf(preset: Preset, today: string, custom: Partial<Range>): Range {
  switch (preset) {
    case 'today':
      return { from: today, to: today }
    case 'week':
      return { from: addDays(today, -6), to: today }
    case 'month':
      return { from: `${today.slice(0, 8)}01`, to: today }
    case 'custom':
      return { from: custom.from ?? addDays(today, -29), to: custom.to ?? today }
    case 'days30':
      return { from: addDays(today, -29), to: today }
  }
}

/** As the server sees it: forwards, and at most a year. */
export function isSound({ from, to }: Range): boolean {
  return from <= to && daysBetween(from, to) <= 366
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** Every day of it, oldest first. */
export function daysOf({ from, to }: Range): string[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))
}

/** Days of its month that come after it. */
export function daysToMonthEnd(day: string): number {
  const [year, month, date] = day.split('-').map(Number)
  return new Date(Date.UTC(year ?? 0, month ?? 0, 0)).getUTCDate() - (date ?? 0)
}
