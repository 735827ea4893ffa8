import type { NodeDefinition } from '#server/engine/define-node.ts'
import type { Ports } from '#server/engine/ports.ts'
import { prepareCall } from '#server/engine/prepare-call.ts'
import type { Execution } from '#server/engine/running.ts'
import { credentialOf } from './corpus/choose.ts'

const document = { pageContent: 'The museum opens at nine.', metadata: { source: 'museum.txt' } }
const reply = '{"url": "https://museum.example/hours", "data": {}} https://museum.example/hours'

const handle = {
  key: 'handle',
  label: 'Handle',
  name: 'handle',
  description: 'A handle',
  parameters: { type: 'object', properties: {} },
  variables: [],
  values: {},
  instructions: '',
  cleanup: 'none',
  sourceIdKey: 'source',
  systemMessage: '',
  read: async () => [],
  store: async () => undefined,
  find: async () => undefined,
  refuse: async () => undefined,
  parse: async () => ({}),
  format: () => [{ role: 'user', content: 'Hi' }],
  split: (text: string) => [text],
  load: async () => [document],
  embed: async (texts: readonly string[]) => texts.map(() => [1, 0]),
  search: async () => [{ ...document, score: 1 }],
  retrieve: async () => [document],
  ask: async () => reply,
  call: async () => ({ text: reply }),
  async *stream() {
    yield reply
    return { text: reply, reasoning: '', toolCalls: [], usage: undefined, finish: 'stop' }
  },
}

/** Runs everything a node can do and returns the first failure. `listed`: values for its fields. */
export async function probeNode(
  node: NodeDefinition,
  inputs: Record<string, unknown>,
  ports: Partial<Ports>,
  credential: Record<string, unknown>,
): Promise<unknown> {
  const id = 'node_0'
  const links = Object.entries(node.inputs).filter(([, { type }]) => /^[A-Z]/.test(type))
  const linked = Object.fromEntries(links.map(([name]) => [name, '{{handle_0.data.instance}}']))
  const data = {
    ...{ id, name: node.name, label: node.label, inputs: { ...linked, ...inputs }, outputs: {} },
    ...{ credential: 'chosen', policy: { retries: 0 } },
  }
  const note = () => undefined
  const execution = {
    turn: {
      question: 'Hi',
      flowId: 'flow',
      chatId: 'chat',
      sessionId: 'chat',
      messageId: 'm',
      vars: {},
      images: [],
    },
    ports: {
      history: async () => [],
      records: () => handle,
      runCode: async () => ({ value: null, logs: [] }),
      credential: async (_: string, kind: string) => ({
        values: credentialOf(kind, credential),
        platform: false,
      }),
      ...ports,
    },
    log: { past: [], note, append: async () => undefined },
    signal: new AbortController().signal,
    built: new Map([['handle_0', handle]]),
    shared: new Map(),
    flowVariables: new Map(),
    ways: new Map(),
  } as unknown as Execution
  const step = { id, label: node.label, data, node, needs: [], gates: [] } as unknown as Parameters<
    typeof prepareCall
  >[0]
  try {
    const call = await prepareCall(step, execution, true)
    const builds = node.outputs ? Object.values(node.outputs).map(({ build }) => build) : [node.build]
    for (const build of builds) {
      await exerciseAll(await build?.(call))
    }
    await node.upsert?.(call)
    await drain(node.run?.(call))
    return undefined
  } catch (error) {
    return error
  }
}

const turn = { question: 'When?', answer: 'At nine.' }
const uses: Record<string, (use: (...args: unknown[]) => unknown) => unknown> = {
  read: (read) => read(),
  store: (store) => (store.length > 1 ? store('key', 'text') : store(turn)),
  find: (find) => find('key'),
  load: (load) => load(),
  refuse: (reject) => reject('Hi'),
  embed: (embed) => embed(['Hi'], 'query'),
  search: (search) => search('Hi', { count: 1 }),
  retrieve: (retrieve) => retrieve('Hi'),
  ask: (send) => send('Hi'),
  call: (call) => call({ input: 'Hi', query: 'Hi', url: 'https://museum.example/', page: 1 }),
  stream: (stream) => drain(stream({ messages: [{ role: 'user', content: 'Hi' }] }) as AsyncGenerator),
  query: (query) => drain(query('Hi') as AsyncGenerator),
  recordsOf: (recordsOf) => exerciseAll(recordsOf('store')),
  list: (list) => list(),
}

async function exerciseAll(built: unknown): Promise<void> {
  for (const each of [built].flat()) {
    for (const [name, use] of Object.entries(uses)) {
      const method = (each as Record<string, unknown> | undefined | null)?.[name]
      if (typeof method === 'function' && each !== handle) {
        await use((method as (...args: unknown[]) => unknown).bind(each))
      }
    }
  }
}

async function drain(pieces: AsyncGenerator | undefined): Promise<void> {
  for await (const _ of pieces ?? []) {
    // Only the end matters.
  }
}
