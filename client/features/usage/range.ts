import { addDays, DAY_MS } from '#shared/dates.ts'

export const presets = ['today', 'week', 'days30', 'month', 'custom'] as const
export type Preset = (typeof presets)[number]

/** Days in the platform's calendar, both inclusive. */
export type Range = { from: string; to: string }

/** Resolves a preset for a given day. A custom range without days starts as the last thirty. */
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

/** The server accepts ranges in order and of at most one year. */
export function isSound({ from, to }: Range): boolean {
  return from <= to && daysBetween(from, to) <= 366
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

export function daysOf({ from, to }: Range): string[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))
}

export function daysToMonthEnd(day: string): number {
  const [year, month, date] = day.split('-').map(Number)
  return new Date(Date.UTC(year ?? 0, month ?? 0, 0)).getUTCDate() - (date ?? 0)
}
