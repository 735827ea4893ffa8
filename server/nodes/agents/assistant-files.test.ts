import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { holdLinks, linkFiles, storeFiles, toArtifacts } from './assistant-files.ts'

const file = (fileName: string) => ({ fileId: `id-${fileName}`, fileName, containerId: 'c' })
const place = { flowId: 'flow', chatId: 'chat' }
const { signal } = new AbortController()

async function collect(pieces: string[], rest = async (held: string) => `<${held}>`) {
  async function* write() {
    yield* pieces
    return 'result'
  }
  const yielded: string[] = []
  const held = holdLinks(write(), rest)
  for (;;) {
    const { value, done } = await held.next()
    if (done) {
      return { yielded, value }
    }
    yielded.push(value)
  }
}

test('text passes at once, and everything from the first link into the container waits for the files', async () => {
  const { yielded, value } = await collect([
    'Here ',
    'is [a',
    '.csv](sand',
    'box:/mnt/data/a.csv)',
    ' and more',
  ])

  expect(yielded).toEqual(['Here ', 'is ', '<[a.csv](sandbox:/mnt/data/a.csv) and more>'])
  expect(value).toBe('result')
})

test.each([
  [['See [1', '] and [site](', 'https://a.example) ', 'end']],
  [['- [ ] a\n- [x] b\n', 'an [open bracket\n', 'of a list']],
  [['wow!', ' yes']],
  [[`[${'a'.repeat(400)}`, ' goes on']],
])('other brackets are delayed by a piece at most: %j', async (pieces) => {
  const { yielded } = await collect(pieces, async (held) => held)

  expect(yielded.join('')).toBe(pieces.join(''))
  expect(yielded.length).toBeGreaterThan(1)
})

test('a link that was never finished is part of the rest', async () => {
  expect((await collect(['ends with [a.csv](sandbox:/mnt'])).yielded).toEqual([
    'ends with ',
    '<[a.csv](sandbox:/mnt>',
  ])
})

test('files are stored with the chat and linked; a picture is an artifact, too', async () => {
  const stored = await storeFiles([file('a b.csv'), file('plot.JPG')], place, {
    signal,
    download: async () => new Uint8Array(3),
    keepFile: async (name) => `1-${name}`,
  })

  expect(stored[0]).toEqual({
    ...{ filePath: 'a b.csv', fileName: '1-a b.csv', size: 3 },
    url: '/api/v1/get-upload-file?chatflowId=flow&chatId=chat&fileName=1-a+b.csv',
  })
  expect(linkFiles('[A](sandbox:/mnt/data/a b.csv) ![P](sandbox:/mnt/data/plot.JPG)', stored)).toBe(
    '[A](/api/v1/get-upload-file?chatflowId=flow&chatId=chat&fileName=1-a+b.csv) ' +
      '![P](/api/v1/get-upload-file?chatflowId=flow&chatId=chat&fileName=1-plot.JPG)',
  )
  expect(toArtifacts(stored)).toEqual([{ type: 'jpeg', data: 'FILE-STORAGE::1-plot.JPG' }])
})

test('a file that cannot be fetched is reported, and its link becomes its label', async () => {
  const stored = await storeFiles([file('a.csv')], place, {
    signal,
    download: () => Promise.reject(new AppError('UPSTREAM_FAILED', 'Azure OpenAI answered 500.')),
    keepFile: async (name) => name,
  })

  expect(stored).toEqual([{ filePath: 'a.csv', error: 'Azure OpenAI answered 500.' }])
  expect(linkFiles('See [the table](sandbox:/mnt/data/a.csv).', stored)).toBe('See the table.')
})

test('a stopped run ends here, and a bug is not taken for a failed download', async () => {
  const ended = new AbortController()
  const settings = {
    keepFile: async (name: string) => name,
    download: () => Promise.reject(new Error('a bug')),
  }

  await expect(storeFiles([file('a.csv')], place, { ...settings, signal })).rejects.toThrow('a bug')
  ended.abort(new Error('stopped'))
  await expect(storeFiles([file('a.csv')], place, { ...settings, signal: ended.signal })).rejects.toThrow(
    'stopped',
  )
})
