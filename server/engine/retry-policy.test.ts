import { describe, expect, test } from 'vitest'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { prepareRun } from '#server/testing/run-test-flow.ts'
import { AppError } from '#shared/errors.ts'
import { referenceTo } from '#shared/flow-file.ts'
import type { Ports } from './ports.ts'
import { readRetryPolicy } from './retry-policy.ts'

const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 }
const notNow = () => new AppError('RATE_LIMITED', 'OpenAI answered 429.')

function aFlow(policies: { model?: object; chain?: object } = {}) {
  const flow = buildFlow([
    { name: 'chatOpenAI', credential: 'chosen' },
    { name: 'promptTemplate', inputs: { template: '{q}' } },
    {
      name: 'llmChain',
      inputs: { model: referenceTo('chatOpenAI_0'), prompt: referenceTo('promptTemplate_0') },
    },
  ])
  const policyOf: Record<string, object | undefined> = {
    chatOpenAI: policies.model,
    llmChain: policies.chain,
  }
  for (const { data } of flow.nodes) {
    Object.assign(data, policyOf[data.name] && { policy: policyOf[data.name] })
  }
  return flow
}

function failing(...failures: (() => unknown)[]) {
  let requested = 0
  const chat: Ports['chat'] = async function* () {
    const failure = failures[requested]
    requested += 1
    if (failure) {
      throw failure()
    }
    yield { text: 'Good day' }
    return { text: 'Good day', usage, estimated: false }
  }
  return { chat, requested: () => requested }
}

describe('a model that is temporarily unavailable', () => {
  test('is called again, each time as a call that is logged and costs nothing', async () => {
    const { chat } = failing(notNow, () => new AppError('UPSTREAM_FAILED', '503', { cause: { status: 503 } }))
    const run = prepareRun({ flow: aFlow(), chat })

    expect((await run.run()).text).toBe('Good day')

    const calls = run.events.flatMap((event) =>
      event.type === 'model_called' || event.type === 'model_stopped' || event.type === 'model_finished'
        ? [`${event.type} ${event.callId}`]
        : [],
    )
    const id = (attempt: number) => `chatOpenAI_0:llmChain_0:1${attempt === 1 ? '' : `~${attempt}`}`
    expect(calls).toEqual([
      `model_called ${id(1)}`,
      `model_stopped ${id(1)}`,
      `model_called ${id(2)}`,
      `model_stopped ${id(2)}`,
      `model_called ${id(3)}`,
      `model_finished ${id(3)}`,
    ])
    expect(run.events.filter(({ type }) => type === 'model_stopped')).toMatchObject([
      { reason: 'refused' },
      { reason: 'refused' },
    ])
  })

  test('is called as often as configured in its node', async () => {
    const retrying = failing(notNow, notNow, notNow)
    const hasty = failing(notNow)

    await expect(
      prepareRun({ flow: aFlow({ model: { retries: 2 } }), chat: retrying.chat }).run(),
    ).rejects.toMatchObject({ code: 'RATE_LIMITED', label: 'OpenAI' })
    await expect(
      prepareRun({ flow: aFlow({ model: { retries: 0 } }), chat: hasty.chat }).run(),
    ).rejects.toMatchObject({ code: 'RATE_LIMITED' })

    expect([retrying.requested(), hasty.requested()]).toEqual([3, 1])
  })

  test('is not called again once a part of its answer has arrived, which would be charged twice', async () => {
    let requested = 0
    const chat: Ports['chat'] = async function* () {
      requested += 1
      yield { text: 'Good ' }
      throw notNow()
    }

    await expect(prepareRun({ flow: aFlow(), chat }).run()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect(requested).toBe(1)
  })

  test('that rejects permanently is not called again', async () => {
    const { chat, requested } = failing(
      () => new AppError('UPSTREAM_FAILED', '401', { cause: { status: 401 } }),
    )

    await expect(prepareRun({ flow: aFlow(), chat }).run()).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' })
    expect(requested()).toBe(1)
  })

  test('is not awaited when the run is stopped', async () => {
    const stop = new AbortController()
    const rejectAndStop = () => {
      setImmediate(() => stop.abort(new AppError('STOPPED', 'You stopped it.')))
      return notNow()
    }
    const { chat, requested } = failing(rejectAndStop, notNow)

    await expect(prepareRun({ flow: aFlow(), chat, signal: stop.signal }).run()).rejects.toMatchObject({
      code: 'STOPPED',
    })
    expect(requested()).toBe(1)
  })
})

describe('a node that times out', () => {
  const never: Ports['chat'] = async function* (_, __, { signal }) {
    await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    yield { text: '' }
    return { text: '', usage, estimated: true }
  }

  test('is aborted after its own timeout, with its own name, and its model call is cancelled', async () => {
    const run = prepareRun({ flow: aFlow({ chain: { timeoutMs: 60 } }), chat: never })

    await expect(run.run()).rejects.toMatchObject({
      code: 'TIMED_OUT',
      label: 'LLM Chain',
      message: 'LLM Chain took longer than 0.06 seconds.',
    })
  })

  test('passes its timeout to the model adapter, if it is the model', async () => {
    const limits: unknown[] = []
    const chat: Ports['chat'] = async function* ({ timeoutMs }) {
      limits.push(timeoutMs)
      yield { text: 'x' }
      return { text: 'x', usage, estimated: false }
    }

    await prepareRun({ flow: aFlow({ model: { timeoutMs: 5_000 } }), chat }).run()
    await prepareRun({ flow: aFlow(), chat }).run()

    expect(limits).toEqual([5_000, undefined])
  })
})

test.each([
  [undefined, { retries: 2, timeoutMs: undefined }],
  [
    { retries: '1', timeoutMs: '900' },
    { retries: 1, timeoutMs: 900 },
  ],
  [
    { retries: 99, timeoutMs: -1 },
    { retries: 2, timeoutMs: undefined },
  ],
  ['nonsense', { retries: 2, timeoutMs: undefined }],
])('a policy of %j is read as %j', (policy, retryPolicy) => {
  expect(readRetryPolicy({ policy })).toEqual(retryPolicy)
})
