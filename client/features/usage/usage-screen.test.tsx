import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { formatMoney } from '#client/components/format-money.ts'
import { formatWeekday } from '#client/features/usage/figures.ts'
import { address } from '#client/testing/render-screen.tsx'
import { expectConsoleErrors } from '#client/testing/setup.ts'
import { addDays, platformDay } from '#shared/dates.ts'
import type { UsageSummary } from '#shared/usage.ts'
import { catchDownload, openUsage } from './testing/open-usage.tsx'

const answers = { 'Returns desk': 3, '=cmd() desk': 1 }
const rowsOf = (table: HTMLElement) => within(table).getAllByRole('row').slice(1)
const textOf = (row: HTMLElement | undefined) =>
  within(row as HTMLElement)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('the account header shows the values of the usage summary', async () => {
  const { ada } = await openUsage({ answers })
  const summary = (await ada.call('GET', '/usage/summary')).json<UsageSummary>()

  const head = within(await screen.findByRole('region', { name: 'Your account' }))

  expect(summary.spentThisMonth).toBeGreaterThan(0)
  expect(head.getByText(/^Spent in /).parentElement?.textContent).toContain(
    formatMoney(summary.spentThisMonth, 'en'),
  )
  expect(head.getByText('Monthly limit').parentElement?.textContent).toContain('none')
  expect(head.getByText('Low-balance alert').parentElement?.textContent).toContain('$2.00')
})

test('Add Balance opens its dialog through the URL and preserves the other query parameters', async () => {
  const { user } = await openUsage({ path: '/app/usage-billing?tab=movements' })

  await user.click(
    within(await screen.findByRole('region', { name: 'Your account' })).getByRole('button', {
      name: 'Add Balance',
    }),
  )

  expect(await screen.findByRole('dialog', { name: 'Add Balance with PayTR' })).toBeDefined()
  expect(address()).toContain('tab=movements')
})

test('a browser in another time zone sees a time zone note, one in Türkiye does not', async () => {
  const offset = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(0)
  const { unmount } = await openUsage()
  expect(await screen.findByText('Days begin at midnight in Türkiye (UTC+3).')).toBeDefined()
  unmount()

  offset.mockReturnValue(-180)
  await openUsage()
  await screen.findByRole('region', { name: 'Your account' })
  expect(screen.queryByText('Days begin at midnight in Türkiye (UTC+3).')).toBeNull()
  offset.mockRestore()
})

test('the chart starts at the most expensive day, and arrow keys move through the days', async () => {
  const { user } = await openUsage({ answers })
  const today = platformDay(new Date())

  const slider = await screen.findByRole('slider')
  expect(slider.getAttribute('aria-valuetext')).toContain(formatWeekday(today, 'en'))
  expect(screen.getByText('highest day')).toBeDefined()

  slider.focus()
  await user.keyboard('{ArrowLeft}')
  expect(slider.getAttribute('aria-valuetext')).toBe(`${formatWeekday(addDays(today, -1), 'en')}: $0.00`)
  expect(screen.getByText('Nothing was spent on this day.')).toBeDefined()

  await user.keyboard('{Home}')
  expect(slider.getAttribute('aria-valuenow')).toBe('0')
  await user.keyboard('{End}')
  expect(slider.getAttribute('aria-valuenow')).toBe('29')
})

test('the table view has every day and every flow', async () => {
  const { user } = await openUsage({ answers })

  await user.click(await screen.findByRole('button', { name: 'Show as table' }))

  const table = await screen.findByRole('table', { name: 'Cost per day' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Day', 'Returns desk', '=cmd() desk', 'Total'])
  expect(rowsOf(table)).toHaveLength(30)
  expect(address()).toContain('as=table')
})

test('usage by flow shows counts, and its CSV export escapes formulas in names', async () => {
  const { user, ada } = await openUsage({ answers })
  const download = catchDownload()
  const today = platformDay(new Date())
  const rows = (await ada.call('GET', `/usage/by-flow?from=${today}&to=${today}`)).json()

  const table = await screen.findByRole('table', { name: 'By flow' })
  expect(textOf(rowsOf(table)[0]).slice(0, 2)).toEqual(['Returns desk', '3'])
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))

  const lines = (await download()).split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toBe(
    ['Returns desk', 3, 3, rows[0].inputTokens, rows[0].outputTokens, rows[0].cost].join(','),
  )
  expect(lines[2]).toMatch(/^'=cmd\(\) desk,1,/)
})

test('shows a single flow', async () => {
  const { user } = await openUsage({ answers })
  await screen.findByRole('table', { name: 'By flow' })

  await user.click(screen.getByRole('combobox', { name: 'Flow' }))
  await user.click(await screen.findByRole('option', { name: '=cmd() desk' }))

  await waitFor(() => expect(rowsOf(screen.getByRole('table', { name: 'By flow' }))).toHaveLength(2))
  expect(textOf(rowsOf(screen.getByRole('table', { name: 'By flow' }))[0])[0]).toBe('=cmd() desk')
})

test('a range of days without usage shows a message', async () => {
  await openUsage({ answers, path: '/app/usage-billing?range=custom&from=2026-01-01&to=2026-01-05' })
  expect(await screen.findByText('Choose a longer range or all flows.')).toBeDefined()
})

test('a date range with its end before its start is rejected', async () => {
  await openUsage({ path: '/app/usage-billing?range=custom&from=2026-01-05&to=2026-01-01' })
  expect(await screen.findByText(/Choose an end date after the start date/)).toBeDefined()
})

test('without any usage a link to a flow is shown', async () => {
  await openUsage()

  expect(await screen.findByText('No usage yet')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Open a flow' }).getAttribute('href')).toBe('/app/chatflows')
})

test('a failed block does not affect others, and can be retried', async () => {
  expectConsoleErrors()
  let isBroken = true
  const { user } = await openUsage({
    answers,
    around: async (answer, path) => {
      if (isBroken && path.includes('usage.series')) {
        throw new TypeError('The line is dead.')
      }
      return answer()
    },
  })

  expect(await screen.findByText('Could not load daily costs')).toBeDefined()
  expect(await screen.findByRole('table', { name: 'By flow' })).toBeDefined()

  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('slider')).toBeDefined()
})

test('movements are grouped per flow and day and expand to their entries', async () => {
  const { user } = await openUsage({ answers, path: '/app/usage-billing?tab=movements' })

  const line = await screen.findByRole('button', { name: /^Returns desk, 3 messages/ })
  await user.click(line)

  const entries = within(await screen.findByRole('region', { name: 'Entries' }))
  expect(await entries.findAllByText('flowtill-demo')).toHaveLength(3)
  expect(line.getAttribute('aria-expanded')).toBe('true')
})

test('a reverted entry is marked', async () => {
  const { root, ada, user } = await openUsage()
  const credit = await root.call('POST', '/wallets/credit', {
    userId: ada.user.id,
    amount: '7',
    reason: 'A slip of the pen',
  })
  expect(credit.statusCode).toBe(200)
  const lines = (await root.call('GET', `/wallets/${ada.user.id}/movements`)).json().items
  const reversal = await root.call('POST', '/wallets/reverse', {
    postingId: lines[0].id,
    reason: 'It was a slip of the pen',
  })
  expect(reversal.statusCode).toBe(200)

  await user.click(screen.getByRole('tab', { name: 'Transactions' }))

  const table = await screen.findByRole('table', { name: 'Transactions' })
  expect(within(table).getByText('reversed')).toBeDefined()
  expect(within(table).getByText('Reversal')).toBeDefined()
})

test('the file of movements is the server’s, with every entry', async () => {
  const { app, user } = await openUsage({ answers, path: '/app/usage-billing?tab=movements' })
  const download = catchDownload()
  vi.stubGlobal('fetch', async (url: string, init: { headers: Record<string, string> }) => {
    const { body, statusCode } = await app.inject({ url, headers: init.headers })
    return new Response(body, { status: statusCode })
  })

  await user.click(await screen.findByRole('button', { name: 'Export CSV' }))

  const text = await download()
  vi.unstubAllGlobals()
  expect(text.charCodeAt(0)).toBe(0xfeff)
  expect(text.match(/flowtill-demo|usage/gi)?.length ?? 0).toBeGreaterThanOrEqual(4)
  expect(text).not.toMatch(/(^|,)"?=cmd/m)
})

test('only ADMINs see prices, all payments and cases', async () => {
  await openUsage()
  await screen.findByText('No usage yet')

  expect(screen.queryByRole('tab', { name: 'Prices' })).toBeNull()
})

test('on a phone the tables are shown as receipt rows', async () => {
  Object.assign(window, { innerWidth: 390 })
  await openUsage({ answers })

  const lines = within(await screen.findByRole('list', { name: 'By flow' })).getAllByRole('listitem')

  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Returns desk.+3 messages, .+ each$/),
    expect.stringMatching(/^=cmd\(\) desk.+1 message, .+ each$/),
  ])
  expect(screen.queryByRole('table', { name: 'By flow' })).toBeNull()
})

test('is translated into Turkish', async () => {
  await openUsage({ answers, language: 'tr' })

  expect(await screen.findByRole('heading', { name: 'Kullanım ve faturalama' })).toBeDefined()
  expect(await screen.findByText(/^\S+ harcaması$/)).toBeDefined()
})
