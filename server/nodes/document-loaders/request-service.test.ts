import { expect, test } from 'vitest'
import { pause } from '#server/engine/pause.ts'
import { AppError } from '#shared/errors.ts'
import { requestService } from './request-service.ts'

const busy = () => new Response('{}', { status: 429, headers: { 'retry-after': '3600' } })

test('a stopped run ends the wait after a 429 immediately', async () => {
  const run = new AbortController()
  const reason = new AppError('STOPPED', 'Stopped.')
  const stopAfterFirst = async () => {
    queueMicrotask(() => run.abort(reason))
    return busy()
  }
  const service = { name: 'Notion', fetch: stopAfterFirst, headers: {}, signal: run.signal }

  await expect(requestService(service, 'https://api.notion.com/v1/pages/1')).rejects.toBe(reason)
})

test('a pause of an already stopped run does not start', async () => {
  const reason = new AppError('STOPPED', 'Stopped.')

  await expect(pause(3_600_000, AbortSignal.abort(reason))).rejects.toBe(reason)
})
