import { expect, test } from 'vitest'
import { pause } from '#server/engine/pause.ts'
import { AppError } from '#shared/errors.ts'
import { askService, waitOf } from './ask-service.ts'

const busy = () => new Response('{}', { status: 429, headers: { 'retry-after': '3600' } })

test('a stopped run ends the wait after a 429 at once', async () => {
  const run = new AbortController()
  const reason = new AppError('STOPPED', 'Stopped.')
  const stopAfterFirst = async () => {
    queueMicrotask(() => run.abort(reason))
    return busy()
  }
  const service = { name: 'Notion', fetch: stopAfterFirst, headers: {}, signal: run.signal }

  await expect(askService(service, 'https://api.notion.com/v1/pages/1')).rejects.toBe(reason)
})

test('a pause of a run that was stopped before does not begin', async () => {
  const reason = new AppError('STOPPED', 'Stopped.')

  await expect(pause(3_600_000, AbortSignal.abort(reason))).rejects.toBe(reason)
})

test.each([
  ['2', 2_000],
  ['3600', 15_000],
  ['-5', 0],
  ['Sun, 22 Nov 2026 18:00:03 GMT', 3_000],
  ['Mon, 23 Nov 2026 18:00:00 GMT', 15_000],
  ['soon', 1_000],
  ['', 1_000],
  [null, 1_000],
])('Retry-After %j is a wait of %i ms', (written, waitMs) => {
  expect(waitOf(written, Date.parse('2026-11-22T18:00:00Z'))).toBe(waitMs)
})
