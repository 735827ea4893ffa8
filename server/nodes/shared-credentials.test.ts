import { describe, expect, test } from 'vitest'
import type { AnyCall, NodeDefinition } from '#server/engine/define-node.ts'
import type { Retriever, Tool } from '#server/engine/handles.ts'
import type { Ports } from '#server/engine/ports.ts'
import { recordPaid } from '#server/engine/record-paid.ts'
import { runFlow } from '#server/engine/run-flow.ts'
import type { Report } from '#server/engine/run-log.ts'
import { acceptsShared, modelCategories } from '#server/engine/shared-credential.ts'
import { createNodesService } from '#server/features/nodes/nodes.service.ts'
import { findPrice, shippedPrices } from '#server/features/usage/price.ts'
import { aSurrounding } from '#server/testing/node-call.ts'
import { AppError } from '#shared/errors.ts'
import { noUsage } from '#shared/runs.ts'
import { catalogue } from './catalogue.ts'

const nodes = [...catalogue.values()].filter(({ credential }) => credential)
const services = nodes.filter((node) => acceptsShared(node) && !modelCategories.has(node.category))
const isMetered = ({ sharedCredential }: NodeDefinition) => sharedCredential === 'metered'

describe.each(nodes)('$name with a shared credential', (node) => {
  test(acceptsShared(node) ? 'reaches nobody before the call is held' : 'is refused', async () => {
    const { result, reached, events } = await runAlone(node)

    if (acceptsShared(node)) {
      const held = events.filter(({ type }) => type === 'model_called')
      // Models that need a custom URL reject shared credentials too.
      const isRequested = modelCategories.has(node.category) && !String(result).includes('a custom URL')
      expect(held).toHaveLength(isRequested ? 1 : 0)
      expect(reached.filter((what) => what !== 'redis')).toHaveLength(held.length)
      expect(held.every((event) => 'paidBy' in event && event.paidBy === 'platform')).toBe(true)
    } else {
      expect(String(result)).toContain('it cannot be used with a shared credential')
      expect(reached).toEqual([])
    }
  })
})

test('a form lists nothing of a shared account for a node that rejects shared credentials', async () => {
  const { loadOptions } = createNodesService({
    catalogue,
    portsFor: () => ({ listModels: async () => [] }),
    openCredential: async () => ({ values: {}, platform: true }),
    listPages: async () => [],
  })
  const asking = nodes.flatMap((node) =>
    Object.keys(acceptsShared(node) ? {} : (node.loadMethods ?? {})).map((loadMethod) => ({
      name: node.name,
      loadMethod,
      inputs: {},
      credential: 'the-house’s',
    })),
  )

  expect(asking.length).toBeGreaterThan(0)
  for (const requested of asking) {
    await expect(loadOptions('ada', requested)).rejects.toThrow('cannot be used with a shared credential')
  }
})

test('services that are neither models nor metered are known to be free', () => {
  expect(
    services
      .filter((node) => !isMetered(node))
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['RedisBackedChatMemory', 'inputModerationOpenAI', 'redisCache', 'redisEmbeddingsCache'])
})

describe.each(services.filter(isMetered))('$name', (node) => {
  test('is held at a shipped price, and charged for its reported usage', async () => {
    const { use, events } = aService(node)

    await use()

    const [called, finished] = events
    expect(called).toMatchObject({ type: 'model_called', paidBy: 'platform', worstCase: { output: 0 } })
    const { provider = '', model = '', worstCase } = called?.type === 'model_called' ? called : {}
    expect(findPrice(shippedPrices, provider, model)?.inputPico).toBeGreaterThan(0)
    expect(worstCase?.input).toBeGreaterThanOrEqual(1)
    expect(finished).toMatchObject({ type: 'model_finished', reply: { text: '' } })
    const { usage } = finished?.type === 'model_finished' ? finished.reply : {}
    expect(usage?.input).toBeGreaterThanOrEqual(1)
    expect(usage?.input).toBeLessThanOrEqual(worstCase?.input ?? 0)
  })

  test('is not called when nothing can be held, and the owner’s own credential is not charged', async () => {
    const poor = aService(node, { isPoor: true })
    await expect(poor.use()).rejects.toThrow('no money')
    expect(poor.requested).toEqual([])

    const own = aService(node, { platform: false })
    await own.use()
    expect(own.requested).toHaveLength(1)
    expect(own.events).toEqual([])
  })
})

/** Runs the node as the last step, with fake ports that record each call and fail. */
async function runAlone(node: NodeDefinition) {
  const reached: string[] = []
  const events: Report[] = []
  const note = (event: Report) => void events.push(event)
  const reach = (what: string) => async (): Promise<never> => {
    reached.push(what)
    throw new AppError('UPSTREAM_FAILED', 'Nobody is there.')
  }
  const ports = new Proxy(
    {
      // biome-ignore lint/correctness/useYield: it fails before its first word
      async *chat() {
        reached.push('chat')
        throw new AppError('UPSTREAM_FAILED', 'Nobody is there.')
      },
      history: async () => [],
      credential: async () => ({ values: valuesOf(node), platform: true }),
    } as Partial<Ports>,
    { get: (known, name: keyof Ports) => known[name] ?? reach(name) },
  ) as Ports
  const step = {
    id: 'node_0',
    label: node.label,
    data: { name: node.name, label: node.label, inputs: inputsOf(node), credential: 'the-house’s' },
    node,
    needs: [],
    gates: [],
  }
  const plan = {
    steps: [step],
    ending: step,
    endings: [step],
    memoryType: undefined,
    memorySession: undefined,
    streams: false,
    usesVariables: false,
    isPart: true as const,
  }
  const signal = new AbortController().signal
  const log = { past: [], note, append: async (event: Report) => note(event) }
  const turn = { question: 'Hi', flowId: 'f', chatId: 'c', sessionId: 's', messageId: 'm', vars: {} }
  const run = runFlow({ plan, turn, ports, log, signal, stream: false })
  const result = await run.catch((error: unknown) => error)
  return { result, reached, events }
}

function inputsOf({ inputs }: Pick<NodeDefinition, 'inputs'>) {
  const filled = Object.entries(inputs).flatMap(([name, input]) =>
    'default' in input || 'optional' in input || input.type !== 'string' ? [] : [[name, 'gpt-4o']],
  )
  // Replicate's model names include the owner.
  return Object.fromEntries([...filled, ['modelName', 'gpt-4o'], ['model', 'owner/gpt-4o']]) as Record<
    string,
    unknown
  >
}

function valuesOf({ credential }: NodeDefinition) {
  return Object.fromEntries(Object.keys(credential?.inputs ?? {}).map((name) => [name, 'a-value']))
}

type World = { isPoor?: boolean; platform?: boolean }

/** Builds a tool or a retriever over a fake service with a response for every node. */
function aService(node: NodeDefinition, { isPoor = false, platform = true }: World = {}) {
  const events: Report[] = []
  const requested: string[] = []
  const note = (event: Report) => void events.push(event)
  const append = async (event: Report) => {
    if (isPoor) {
      throw new AppError('INSUFFICIENT_FUNDS', 'There is no money for this.')
    }
    note(event)
  }
  const answer = {
    results: [{ index: 0, relevance_score: 1, title: 'A', url: 'https://a.example' }],
    data: [{ index: 0, relevance_score: 1 }],
    items: [],
    usage: { total_tokens: 2 },
    meta: { billed_units: { search_units: 1 } },
    costDollars: { total: 0.0071 },
  }
  const fetch = async (url: string | URL | Request) => {
    requested.push(String(url))
    return Response.json(answer)
  }
  const recording = {
    nodeId: 'node_0',
    log: { past: [], note, append },
    signal: new AbortController().signal,
    platform,
    blame: (error: unknown) => error,
  }
  const baseRetriever: Retriever = {
    retrieve: async () => [{ pageContent: 'the cat sleeps', metadata: {} }],
  }
  const call: AnyCall = {
    ...aSurrounding({ fetch, paid: recordPaid(recording) }),
    isShared: platform,
    inputs: { baseRetriever },
    credential: valuesOf(node),
  }
  const use = async () => {
    const built: unknown = await (node.build ?? node.outputs?.retriever?.build)?.(call)
    const [first] = [built].flat()
    return isTool(first) ? first.call({ input: 'cats' }) : (built as Retriever).retrieve('cats')
  }
  return { use, events, requested }
}

function isTool(value: unknown): value is Tool {
  return typeof value === 'object' && value !== null && 'call' in value
}

test('an interrupted call costs the held amount, a rejected call nothing', async () => {
  const events: Report[] = []
  const note = (event: Report) => void events.push(event)
  const paid = recordPaid({
    nodeId: 'node_0',
    log: { past: [], note, append: async (event) => note(event) },
    signal: new AbortController().signal,
    platform: true,
    blame: (error) => error,
  })
  const fail = (error: Error) =>
    paid({ provider: 'p', model: 'm', max: 2.2, send: () => Promise.reject(error) })

  await expect(fail(new AppError('TIMED_OUT', 'It took too long.'))).rejects.toThrow('too long')
  await expect(fail(new AppError('UPSTREAM_FAILED', 'No.'))).rejects.toThrow('No.')
  await paid({ provider: 'p', model: 'm', max: -5, send: async () => 'found' })

  expect(events.filter(({ type }) => type === 'model_stopped')).toMatchObject([
    { callId: 'node_0:paid:1', reason: 'cut', usage: { ...noUsage, input: 3 } },
    { callId: 'node_0:paid:2', reason: 'refused', usage: noUsage },
  ])
  expect(events.at(-2)).toMatchObject({ worstCase: { input: 1, output: 0 } })
  expect(events.at(-1)).toMatchObject({ reply: { usage: { ...noUsage, input: 1 }, estimated: true } })
})
