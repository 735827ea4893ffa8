import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { noUsage } from '#shared/runs.ts'
import type { Embedded, Ports } from './ports.ts'
import { recordEmbeddings } from './record-embeddings.ts'
import type { Report } from './run-log.ts'

const settings = { provider: 'openai', model: 'text-embedding-3-small' }

test('each batch is a call that is logged, held and charged', async () => {
  const { make, events, batches } = aWorld()

  const vectors = await make({ ...settings, batchSize: 2 }).embed(['a', 'b', 'c'])

  expect(vectors).toEqual([[97], [98], [99]])
  expect(batches).toEqual([['a', 'b'], ['c']])
  expect(events.map(({ type }) => type)).toEqual([
    'model_called',
    'model_finished',
    'model_called',
    'model_finished',
  ])
  expect(events[0]).toMatchObject({
    callId: 'embed_0:embed_0:embed:1',
    paidBy: 'owner',
    worstCase: { output: 0 },
  })
  expect(events[1]).toMatchObject({ reply: { text: '', usage: { ...noUsage, input: 2 }, estimated: false } })
})

test('vectors with the same key share one vector space', () => {
  const { make } = aWorld()
  const key = (more: object) => make({ ...settings, ...more }).key

  expect(key({ apiKey: 'a' })).toBe(key({ apiKey: 'b' }))
  expect(key({ dimensions: 256 })).not.toBe(key({}))
  expect(key({ customBaseUrl: 'https://other.example' })).not.toBe(key({}))
})

test('without a count from the provider the charge uses our own', async () => {
  const { make, events } = aWorld(async (texts) => ({
    vectors: texts.map(() => [1]),
    usage: noUsage,
    estimated: false,
  }))

  await make(settings).embed(['twelve bytes'])

  expect(events[1]).toMatchObject({ reply: { usage: { ...noUsage, input: 3 }, estimated: true } })
})

test('a failed call costs nothing and names the node', async () => {
  const { make, events } = aWorld(async () => {
    throw new AppError('UPSTREAM_FAILED', 'OpenAI: Incorrect API key.')
  })

  await expect(make(settings).embed(['a'])).rejects.toThrow('blamed: OpenAI: Incorrect API key.')
  expect(events[1]).toMatchObject({ type: 'model_stopped', reason: 'refused', usage: noUsage })
})

test('fewer vectors than texts are rejected', async () => {
  const { make } = aWorld(async () => ({ vectors: [[1]], usage: noUsage, estimated: false }))

  await expect(make(settings).embed(['a', 'b'])).rejects.toThrow('did not give one vector for each text')
})

test('a shared credential is not sent to an address of the author', () => {
  const { make } = aWorld(undefined, true)

  expect(() => make({ ...settings, customBaseUrl: 'https://thief.example' })).toThrow('A shared credential')
})

function aWorld(answer?: (texts: readonly string[]) => Promise<Embedded>, platform = false) {
  const events: Report[] = []
  const batches: (readonly string[])[] = []
  const embed: Ports['embed'] = async (_, texts) => {
    batches.push(texts)
    const vectors = texts.map((text) => [text.charCodeAt(0)])
    return answer ? answer(texts) : { vectors, usage: { ...noUsage, input: texts.length }, estimated: false }
  }
  const note = (report: Report) => void events.push(report)
  const make = recordEmbeddings({
    nodeId: 'embed_0',
    embed,
    log: { past: [], note, append: async (report) => note(report) },
    signal: new AbortController().signal,
    platform,
    blame: (error) => new Error(`blamed: ${(error as Error).message}`),
  })
  return { make, events, batches }
}
