import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { callModel } from './call-model.ts'
import type { ChatRequest, ModelSettings, Ports } from './ports.ts'
import { recordModels } from './record-model.ts'
import type { Report } from './run-log.ts'

describe('a recorded model', () => {
  test('the hold covers the configured output limit plus the thinking tokens', async () => {
    const { model, reports } = record({ settings: { maxOutputTokens: 100, thinkingTokens: 1024 } })

    await callModel(model, request)

    expect(reports[0]).toMatchObject({ type: 'model_called', paidBy: 'owner', worstCase: { output: 1124 } })
  })

  test('leaves the limit open when none is set', async () => {
    const { model, reports } = record({})

    await callModel(model, request)

    expect(reports[0]).toHaveProperty('worstCase', { input: expect.any(Number) })
  })

  test('reports who pays the provider', async () => {
    const own = record({})
    const shared = record({ platform: true })
    const fromPlatform = record({ settings: { provider: 'flowtill' } })

    await Promise.all([own, shared, fromPlatform].map(({ model }) => callModel(model, request)))

    expect([own, shared, fromPlatform].map(({ reports }) => reports[0])).toMatchObject([
      { paidBy: 'owner' },
      { paidBy: 'platform' },
      { paidBy: 'platform' },
    ])
  })

  test('a shared key with a custom URL is rejected', () => {
    expect(() => record({ platform: true, settings: { customBaseUrl: 'https://evil.example/v1' } })).toThrow(
      'A shared credential cannot be used with a custom URL.',
    )
  })

  test("a provider's own tools are rejected with a shared key before anything is called", async () => {
    const providerTools = ['web_search_preview']
    const own = record({})
    const shared = record({ platform: true })

    await callModel(own.model, { ...request, providerTools })

    expect(own.reports[0]).toMatchObject({ type: 'model_called' })
    await expect(callModel(shared.model, { ...request, providerTools })).rejects.toThrow(
      'Built-in tools of a provider cannot be used with a shared credential.',
    )
    expect(shared.reports).toEqual([])
  })

  test('sends no headers of the flow with a shared key', async () => {
    const sent: ModelSettings[] = []
    const headers = { 'openai-organization': 'other' }

    await callModel(record({ settings: { headers }, sent }).model, request)
    await callModel(record({ settings: { headers }, sent, platform: true }).model, request)

    expect(sent.map((settings) => settings.headers)).toEqual([headers, undefined])
  })

  test('numbers its calls per node that uses it', async () => {
    const { model, reports } = record({})
    const [a, b] = ['a', 'b'].map((id) => model.heldBy?.({ id, listens: false }) ?? model)

    for (const held of [a, b, a]) {
      await callModel(held ?? model, request)
    }

    const called = reports.flatMap((report) => (report.type === 'model_called' ? [report.callId] : []))
    expect(called).toEqual(['model_0:a:1', 'model_0:b:1', 'model_0:a:2'])
  })

  test('streams only for a listener, and never if its author disables streaming', async () => {
    const streams: boolean[] = []
    const watch = (stream: boolean) => streams.push(stream)
    const listens = { id: 'a', listens: true }

    await callModel(record({ watch }).model, request)
    await callModel(record({ watch }).model.heldBy?.(listens) ?? never(), request)
    await callModel(
      record({ watch, settings: { streaming: false } }).model.heldBy?.(listens) ?? never(),
      request,
    )

    expect(streams).toEqual([false, true, false])
  })

  test('the cache is read before a call and written after it', async () => {
    const stored = new Map<string, string>()
    const cache = {
      find: async (key: string) => stored.get(key),
      store: async (key: string, text: string) => void stored.set(key, text),
    }
    const first = record({ cache })
    const second = record({ cache })
    const other = record({ cache, settings: { temperature: 0 } })

    const replies = [
      await callModel(first.model, request),
      await callModel(second.model, request),
      await callModel(other.model, request),
    ]

    expect(replies.map(({ text }) => text)).toEqual(['Yes.', 'Yes.', 'Yes.'])
    expect([first, second, other].map(({ reports }) => reports.length)).toEqual([2, 0, 2])
    expect([...stored.keys()].join()).not.toContain('secret')
  })

  test('thinking is reported and billed as output', async () => {
    const { model, reports } = record({ fails: 'after thinking' })

    await expect(callModel(model, request)).rejects.toThrow('It broke.')

    expect(reports).toMatchObject([
      { type: 'model_called' },
      { type: 'thinking', text: 'Let me think.' },
      { type: 'model_stopped', reason: 'cut', text: '', usage: { output: 4, reasoning: 4 } },
    ])
  })

  test('usage counted by the provider before an interruption is billed', async () => {
    const { model, reports } = record({ fails: 'after usage' })

    await expect(callModel(model, request)).rejects.toThrow('It broke.')

    expect(reports.at(-1)).toMatchObject({
      type: 'model_stopped',
      reason: 'cut',
      usage: { input: 70, cacheRead: 30, output: 1 },
    })
  })

  test('is charged for the prompt on a timeout, as the model was running', async () => {
    const { model, reports } = record({ fails: 'too late' })

    await expect(callModel(model, request)).rejects.toMatchObject({ code: 'TIMED_OUT' })

    expect(reports.at(-1)).toMatchObject({ reason: 'cut', usage: { input: 7, output: 0 } })
  })

  test('is closed when its consumer stops reading', async () => {
    const { model, reports } = record({})

    const pieces = model.stream(request)
    await pieces.next()
    await pieces.return({ text: '', usage, estimated: true })

    expect(reports.at(-1)).toMatchObject({ type: 'model_stopped', reason: 'aborted', text: 'Yes.' })
  })
})

const request: ChatRequest = { messages: [{ role: 'user', content: 'Is it true, as they say?' }] }
const usage = { input: 70, cacheRead: 30, cacheWrite: 0, output: 1, reasoning: 0 }

type Options = {
  settings?: Partial<ModelSettings>
  platform?: boolean
  fails?: 'after thinking' | 'after usage' | 'too late'
  watch?: (stream: boolean) => void
  sent?: ModelSettings[]
  cache?: Parameters<ReturnType<typeof recordModels>>[1]
}

function record({ settings = {}, platform = false, fails, watch, sent = [], cache }: Options) {
  const reports: Report[] = []
  const note = (report: Report) => void reports.push(report)
  const chat: Ports['chat'] = async function* (given, _, { stream }) {
    sent.push(given)
    watch?.(stream)
    if (fails === 'too late') {
      throw new AppError('TIMED_OUT', 'It did not answer in time.')
    }
    if (fails === 'after thinking') {
      yield { reasoning: 'Let me think.' }
    }
    if (fails) {
      yield* fails === 'after usage' ? [{ usage }] : []
      throw new AppError('UPSTREAM_FAILED', 'It broke.')
    }
    yield { text: 'Yes.' }
    return { text: 'Yes.', usage, estimated: false }
  }
  const make = recordModels({
    nodeId: 'model_0',
    chat,
    log: { past: [], note, append: async (report) => note(report) },
    signal: new AbortController().signal,
    platform,
    blame: (error) => error,
  })
  const model = make({ provider: 'openai', model: 'm', apiKey: 'secret', ...settings }, cache)
  return { model, reports }
}

function never(): never {
  throw new Error('A recorded model can be held.')
}
