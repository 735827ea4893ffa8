import { expect, test } from 'vitest'
import { allOf, openS3Store, readAll, TEST_PART_BYTES } from './testing/open-file-stores.ts'
import { failure, testKeys } from './testing/s3-server.ts'

const text = (content: string) => Buffer.from(content)

test('keys are below the prefix of the location, in its bucket', async () => {
  const { server, store } = await openS3Store({ prefix: 'flowtill/one/' })

  await store.put('files/a/menu.txt', text('soup'))

  expect([...server.objects.keys()]).toEqual(['flowtill/one/files/a/menu.txt'])
})

test('a long file is uploaded in parts of which one is in memory', async () => {
  const { server, store } = await openS3Store()
  let produced = 0
  const uploaded: number[] = []
  server.state.disturb = ({ body }) => void (body.length > 0 && uploaded.push(produced))
  async function* produce() {
    for (; produced < 80; produced += TEST_PART_BYTES) {
      yield Buffer.alloc(TEST_PART_BYTES, 'x')
    }
  }

  await store.put('files/a/long', produce())

  expect((await store.find('files/a/long'))?.size).toBe(80)
  // The first part waits for the second one, which says whether parts are needed.
  expect(uploaded.slice(0, 4)).toEqual([8, 8, 16, 24])
})

test('what fails for a moment is repeated, each time later', async () => {
  const { server, store, waits } = await openS3Store()
  const failures = [failure(503, 'SlowDown'), failure(500, 'InternalError'), failure(429, 'TooManyRequests')]
  server.state.disturb = () => failures.pop()

  await store.put('files/a/menu.txt', text('soup'))

  expect(await readAll(await store.read('files/a/menu.txt'))).toBe('soup')
  expect(waits).toHaveLength(3)
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
})

test.each(['short', 'longer than one part'])(
  'a new file whose answer is lost is not taken for the file of another: %s',
  async (content) => {
    const { server, store } = await openS3Store()
    let isLost = false
    server.state.disturb = ({ headers }) => {
      const isFirst = headers['if-none-match'] !== undefined && !isLost
      isLost = isLost || isFirst
      return isFirst ? { cutAfter: 0 } : undefined
    }

    expect(await store.put('files/a/menu.txt', text(content), { isNew: true })).toBe(true)

    expect(isLost).toBe(true)
    expect(await readAll(await store.read('files/a/menu.txt'))).toBe(content)
    expect(await store.put('files/a/menu.txt', text(content), { isNew: true })).toBe(false)
  },
)

test('a download that breaks goes on where it broke, and fails when the file has changed meanwhile', async () => {
  const { server, store } = await openS3Store()
  await store.put('files/a/menu.txt', text('soup and bread'))
  let cuts = 2
  server.state.disturb = ({ method }) => {
    cuts -= method === 'GET' ? 1 : 0
    return method === 'GET' && cuts >= 0 ? { cutAfter: 3 } : undefined
  }

  expect(await readAll(await store.read('files/a/menu.txt'))).toBe('soup and bread')
  const reads = server.calls.filter(({ method }) => method === 'GET')
  expect(reads.map(({ headers }) => headers.range)).toEqual([undefined, 'bytes=3-', 'bytes=6-'])

  server.state.disturb = ({ method, headers }) =>
    method === 'GET' && headers.range === undefined ? { cutAfter: 3 } : undefined
  const content = await store.read('files/a/menu.txt')
  await store.put('files/a/menu.txt', text('other'))
  await expect(readAll(content)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('uploads that were interrupted are removed later, those of today are not', async () => {
  let time = new Date('2026-11-01T00:00:00Z')
  const { server, store } = await openS3Store({ now: () => time })
  const broken = async function* (length: number) {
    yield Buffer.alloc(length)
    throw new Error('broken')
  }
  server.state.disturb = ({ method }) => (method === 'DELETE' ? failure(403, 'AccessDenied') : undefined)
  for (let count = 0; count < 4; count += 1) {
    await expect(store.put(`files/a/${count}`, broken(20))).rejects.toThrow('broken')
  }
  time = new Date('2026-11-03T00:00:00Z')
  await expect(store.put('files/a/new', broken(20))).rejects.toThrow('broken')
  server.state.disturb = () => undefined

  await store.removeLeftovers(new Date('2026-11-02T00:00:00Z'))

  expect([...server.uploads.values()].map(({ key }) => key)).toEqual(['an installation/files/a/new'])
})

test('encryption on the server is requested for every file', async () => {
  const { server, open } = await openS3Store()
  const encryption = { algorithm: 'aws:kms', key: 'key-1' } as const
  const store = open({ encryption } as never)

  await store.put('files/a/short', text('soup'))
  await store.put('files/a/long', text('longer than one part'))
  await store.copy('files/a/short', 'files/a/copy')

  expect([...server.objects.values()].map(({ headers }) => headers)).toMatchObject(
    Array(3).fill({
      'x-amz-server-side-encryption': 'aws:kms',
      'x-amz-server-side-encryption-aws-kms-key-id': 'key-1',
    }),
  )
})

test.each([
  [{ bucket: 'another' }, testKeys, 0, /no bucket named another/],
  [{ region: 'elsewhere' }, testKeys, 0, /another region than elsewhere/],
  [{}, { ...testKeys, accessKeyId: 'AKIAOTHER' }, 0, /does not know the key in AWS_ACCESS_KEY_ID/],
  [{}, { ...testKeys, secretAccessKey: 'wrong' }, 0, /Check AWS_SECRET_ACCESS_KEY/],
  [{}, testKeys, 60 * 60_000, /The clock of this machine/],
  [{ endpoint: 'http://127.0.0.1:9' }, testKeys, 0, /cannot be reached \(ECONNREFUSED\)/],
])('the check at the start says what is wrong: %o', async (changes, keys, skewMs, sentence) => {
  const { open } = await openS3Store()
  const store = open(changes, keys, () => new Date(Date.now() + skewMs))

  await expect(store.check()).rejects.toThrow(sentence)
  await expect(store.put('files/a/menu.txt', text('soup'))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'Files cannot be stored or read at the moment. Try again in a minute.',
    cause: { message: expect.stringMatching(sentence) },
  })
})

test('the check fails where access is denied, or a store ignores conditions', async () => {
  const { server, store } = await openS3Store()
  server.state.disturb = ({ method, key }) =>
    method === 'GET' && key === '' ? failure(403, 'AccessDenied') : undefined
  await expect(store.check()).rejects.toThrow(/denies access to the bucket flowtill-test.*s3:ListBucket/)

  server.state.disturb = () => undefined
  server.state.ignoresConditions = true
  await expect(store.check()).rejects.toThrow(/ignores If-None-Match/)
})

test('a redirect is not followed', async () => {
  const { server, store } = await openS3Store()
  server.state.disturb = () => ({ status: 307, headers: { location: 'http://169.254.169.254/latest' } })

  await expect(allOf(store.list('files/'))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    cause: { message: expect.stringContaining('is not in the region') },
  })
  expect(server.calls).toHaveLength(1)
})
