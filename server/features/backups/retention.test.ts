import { expect, test } from 'vitest'
import { applyRetention } from './retention.ts'

const at = (date: string) => ({ createdDate: new Date(date) })
const retention = { days: 7, weeks: 4, months: 12 }
const days = ({ createdDate }: { createdDate: Date }) => createdDate.toISOString().slice(0, 10)

/** One backup every `hours`, pruned after each as the server does. */
function runFor(count: number, hours: number) {
  let stored: { createdDate: Date }[] = []
  for (let index = 0; index < count; index += 1) {
    const createdDate = new Date(Date.UTC(2026, 0, 1, 3) + index * hours * 3_600_000)
    stored = applyRetention([...stored, { createdDate }], retention).retained
  }
  return stored
}

test('two years of daily backups leave seven days, four weeks and twelve months', () => {
  const stored = runFor(730, 24).map(days)

  expect(stored.slice(0, 7)).toEqual([
    ...['2027-12-31', '2027-12-30', '2027-12-29', '2027-12-28', '2027-12-27', '2027-12-26', '2027-12-25'],
  ])
  // Sundays end the weeks; 26 December is one of the seven days.
  expect(stored.slice(7, 9)).toEqual(['2027-12-19', '2027-12-12'])
  expect(stored.slice(9)).toEqual([
    ...['2027-11-30', '2027-10-31', '2027-09-30', '2027-08-31', '2027-07-31', '2027-06-30'],
    ...['2027-05-31', '2027-04-30', '2027-03-31', '2027-02-28', '2027-01-31'],
  ])
})

test('of hourly backups the last day stays whole', () => {
  const stored = runFor(24 * 40, 1)

  expect(stored.slice(0, 24)).toHaveLength(24)
  const last = stored[0]?.createdDate.getTime() ?? 0
  expect(stored[23]?.createdDate.getTime()).toBe(last - 23 * 3_600_000)
  expect(stored.length).toBeLessThan(24 + 7 + 4 + 12)
})

test('the newest stays whatever is set, and old ones stay while no new ones come', () => {
  const none = { days: 0, weeks: 0, months: 0 }

  expect(applyRetention([at('2020-01-01'), at('2021-01-01')], none).retained).toEqual([at('2021-01-01')])
  expect(applyRetention([at('2020-01-01'), at('2020-01-02')], retention).expired).toEqual([])
  expect(applyRetention([], retention)).toEqual({ retained: [], expired: [] })
})
