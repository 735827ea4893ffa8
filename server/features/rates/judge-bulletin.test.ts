import { describe, expect, test } from 'vitest'
import type { TcmbFailure } from '#server/sandbox/tcmb-server.ts'
import { exchangeRates } from './rates.table.ts'
import { friday, openPlatform, thursday } from './testing/open-platform.ts'

describe('the stored rates are retained', () => {
  test.each<TcmbFailure>([
    'error',
    'html',
    'truncated',
    'doctype',
    'comma',
    'empty',
    'zero',
    'negative',
    'huge',
  ])('F4 F7 when every bulletin is invalid: %s', async (issue) => {
    const { rates, faults: issues, clock, cases } = await openPlatform({ now: thursday })
    const before = await rates.current()
    clock.now = friday
    issues.today = issue
    issues.dated = issue

    await expect(rates.refresh()).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' })

    expect(await rates.current()).toEqual(before)
    expect(await cases.list()).toEqual([])
  })

  test.each<[TcmbFailure, string]>([
    ['jump', 'jump'],
    ['crossed', 'crossed'],
    ['future', 'future'],
  ])('and an ADMIN is notified once when the bulletin is implausible: %s', async (issue, doubt) => {
    const { rates, faults: issues, clock, cases, store } = await openPlatform({ now: thursday })
    const before = await rates.current()
    clock.now = friday
    issues.today = issue

    expect(await rates.refresh()).toBe('held')
    expect(await rates.refresh()).toBe('held')

    expect(await rates.current()).toEqual(before)
    const [opened, ...others] = await cases.list({ open: true })
    expect(others).toEqual([])
    expect(opened).toMatchObject({
      kind: 'rate',
      details: { doubt, source: 'today', previous: { forexSellingE4: before.forexSellingE4 } },
    })
    expect(opened?.subject).toBe(opened?.details.bulletinNo)

    await store.transaction((tx) =>
      cases.close(tx, opened?.id ?? '', { by: 'admin', note: 'A slip of theirs.' }),
    )
    expect(await rates.refresh()).toBe('held')
    expect(await cases.list({ open: true })).toEqual([])
  })
})

describe('an ADMIN', () => {
  test('accepts a jump, once, and is named as its source', async () => {
    const { rates, faults: issues, clock, cases, store } = await openPlatform({ now: thursday })
    const before = await rates.current()
    clock.now = friday
    issues.today = 'jump'
    await rates.refresh()
    const [opened] = await cases.list()

    for (const _ of [1, 2]) {
      await store.transaction((tx) => rates.accept(tx, opened?.details, 'admin-1'))
    }

    const after = await rates.current()
    expect(after.rateDate).toBe('2026-11-20')
    expect(after.rateE4 / before.rateE4).toBeCloseTo(1.2, 1)
    expect(await store.db.select().from(exchangeRates)).toHaveLength(2)
    expect((await store.db.select().from(exchangeRates)).map(({ source }) => source)).toContain('admin-1')
    expect(await rates.refresh()).toBe('unchanged')
  })

  test.each<[TcmbFailure, string]>([
    ['crossed', 'sells dollars for less'],
    ['future', 'dated in the future'],
  ])('cannot accept an impossible rate: %s', async (issue, sentence) => {
    const { rates, faults: issues, clock, cases, store } = await openPlatform({ now: thursday })
    const before = await rates.current()
    clock.now = friday
    issues.today = issue
    await rates.refresh()
    const [opened] = await cases.list()

    for (const details of [opened?.details, {}, { ...opened?.details, forexSellingE4: 1.5 }]) {
      await expect(store.transaction((tx) => rates.accept(tx, details, 'admin-1'))).rejects.toMatchObject({
        code: 'CONFLICT',
        ...(details === opened?.details && { message: expect.stringContaining(sentence) }),
      })
    }
    expect(await rates.current()).toEqual(before)
  })
})
