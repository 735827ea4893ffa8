import { expect, test, vi } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { POOL_BYTES, POOL_FILE_BYTES } from '#shared/pools.ts'
import { createPoolUploads } from './pool-uploads.ts'

const PART = 4

/** A server in memory: bytes by upload, and failures for the next calls. */
function openServer() {
  const stored = new Map<string, string>()
  const completed: string[] = []
  const failures: unknown[] = []
  const active = { now: 0, max: 0 }
  /** Set where the client has missed the response to a part. */
  const knows: { received?: number } = {}
  const fail = () => {
    const error = failures.shift()
    if (error) {
      throw error
    }
  }
  const uploads = createPoolUploads({
    async begin({ name, size }) {
      fail()
      active.now += 1
      active.max = Math.max(active.max, active.now)
      const received = knows.received ?? stored.get(name)?.length ?? 0
      stored.set(name, stored.get(name) ?? '')
      return { id: name, name, bytes: size, received, partBytes: PART }
    },
    async sendPart({ id }, offset, part) {
      fail()
      const content = await part.text()
      const before = stored.get(id)
      if (before === undefined) {
        throw new AppError('NOT_FOUND', 'This upload does not exist.')
      }
      if (offset !== before.length) {
        throw new AppError('CONFLICT', 'Go on elsewhere.', { details: { received: before.length } })
      }
      stored.set(id, before + content)
      return before.length + part.size
    },
    async complete({ id }) {
      fail()
      active.now -= 1
      completed.push(id)
    },
    cancel: vi.fn(async ({ id }) => void stored.delete(id)),
    onCompleted: vi.fn(),
    pause: async () => undefined,
  })
  const isEnded = () => uploads.list().every(({ state }) => state === 'failed' || state === 'rejected')
  const ended = () => vi.waitFor(() => expect(isEnded()).toBe(true))
  return { uploads, stored, completed, failures, active, knows, ended }
}

const text = (name: string, content = 'ten letters') => new File([content], name)
const unreachable = new TypeError('Failed to fetch')

test('files are sent in parts, at most three at a time', async () => {
  const { uploads, stored, completed, active, ended } = openServer()
  const names = Array.from({ length: 8 }, (_, number) => `file-${number}.txt`)
  uploads.add(
    names.map((name) => text(name)),
    { usedBytes: 0 },
  )
  await ended()
  expect(completed.toSorted()).toEqual(names)
  expect([...new Set(stored.values())]).toEqual(['ten letters'])
  expect(active.max).toBe(3)
})

test('an upload goes on where the server has stopped', async () => {
  const { uploads, stored, completed, ended } = openServer()
  stored.set('a.txt', 'ten let')
  uploads.add([text('a.txt')], { usedBytes: 0 })
  await ended()
  expect(stored.get('a.txt')).toBe('ten letters')
  expect(completed).toEqual(['a.txt'])
})

test('a part whose response was lost is not sent twice', async () => {
  const { uploads, stored, knows, ended } = openServer()
  stored.set('a.txt', 'ten ')
  knows.received = 0
  uploads.add([text('a.txt')], { usedBytes: 0 })
  await ended()
  expect(stored.get('a.txt')).toBe('ten letters')
})

test('failures that may pass are tried again; others end the upload until it is retried', async () => {
  const { uploads, failures, completed, ended } = openServer()
  failures.push(unreachable, unreachable, unreachable)
  uploads.add([text('a.txt')], { usedBytes: 0 })
  await ended()
  expect(completed).toEqual(['a.txt'])

  failures.push(new AppError('TOO_LARGE', 'The pool is full.'))
  uploads.add([text('b.txt'), text('c.txt')], { usedBytes: 0 })
  await ended()
  expect(uploads.list()).toMatchObject([{ state: 'failed', error: { message: 'The pool is full.' } }])
  expect(completed).toEqual(['a.txt', 'c.txt'])

  uploads.retry(uploads.list()[0]?.key ?? '')
  await vi.waitFor(() => expect(completed).toEqual(['a.txt', 'c.txt', 'b.txt']))
})

test('wrong types, empty files and files over the limits are named before anything is sent', async () => {
  const { uploads, completed, ended } = openServer()
  const large = text('large.pdf')
  Object.defineProperty(large, 'size', { value: POOL_FILE_BYTES + 1 })
  uploads.add([text('a.exe'), text('empty.txt', ''), large, text('a.txt'), text('b.txt')], {
    usedBytes: POOL_BYTES - 12,
  })
  await ended()
  expect(uploads.list().map(({ why }) => why)).toEqual(['type', 'empty', 'size', 'space'])
  expect(completed).toEqual(['a.txt'])
})

test('a file that is taken off the list is not completed', async () => {
  const { uploads, stored, completed } = openServer()
  uploads.listen(() => {
    const [upload] = uploads.list()
    if (upload && upload.sent > 0) {
      uploads.remove(upload.key)
    }
  })
  uploads.add([text('a.txt', 'x'.repeat(40))], { usedBytes: 0 })
  await vi.waitFor(() => expect(uploads.list()).toEqual([]))
  await vi.waitFor(() => expect(stored.has('a.txt')).toBe(false))
  expect(completed).toEqual([])
})
