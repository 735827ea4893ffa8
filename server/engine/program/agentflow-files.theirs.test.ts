import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ChatRequest, Ports } from '#server/engine/ports.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { choose, credentialOf } from '#server/testing/corpus/choose.ts'
import { listFlowFiles } from '#server/testing/flow-corpus.ts'
import { runFromEveryPrefix } from '#server/testing/run-connected-flow.ts'
import { type FlowFile, parseFlowFile } from '#shared/flow-file.ts'
import { validateFlow } from '../check-flow.ts'
import { createReasoningFold } from './agent-reasoning.ts'
import { planProgram } from './plan-program.ts'
import { actionOf } from './wait-action.ts'

const files = listFlowFiles('agentflows').filter(({ file }) => file.includes('/agentflows/'))

/** Answers by request alone, so that a resumed run gets the replies of the first one. */
const chat: Ports['chat'] = async function* (_, request) {
  const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 }
  const reply = { text: '', usage, estimated: false, ...replyTo(request) }
  if (reply.text) {
    yield { text: reply.text }
  }
  return reply
}

/** The supervisor asks every worker once; an agent calls its first tool once; schemas get the next choice. */
function replyTo({ tools = [], toolChoice, messages, schema }: ChatRequest) {
  const [tool] = tools
  const heard = messages.filter(({ role }) => role !== 'system').length
  if (tool?.name === 'route') {
    const { enum: options = [] } = (tool.parameters.properties as { next: { enum?: string[] } }).next
    const next = options[heard - 1] ?? 'FINISH'
    return {
      toolCalls: [{ id: 'route', name: 'route', args: { next, instructions: 'Go on', reasoning: '' } }],
    }
  }
  if (schema) {
    const properties = Object.entries(schema.schema.properties as Record<string, { enum?: string[] }>)
    const keys = properties.map(([key, { enum: options }]) => [
      key,
      options?.[heard % options.length] ?? 'text',
    ])
    return { text: JSON.stringify(Object.fromEntries(keys)) }
  }
  if (tool && toolChoice !== 'none' && messages.at(-1)?.role !== 'tool') {
    return { toolCalls: [{ id: `call-${heard}`, name: tool.name, args: { input: 'x', query: 'x' } }] }
  }
  return { text: `said ${heard}` }
}

const ports: Partial<Ports> = {
  credential: async (_, kind) => ({ values: credentialOf(kind, {}), platform: false }),
  runCode: async () => ({ value: 'computed', logs: [] }),
  customTool: async () => ({
    ...{ id: 'tool', name: 'own_tool', description: 'A tool', schema: '[]', func: 'return "done"' },
  }),
  fetch: async () => Response.json({ matches: [], items: [] }),
  embed: async (_, texts) => ({
    vectors: texts.map(() => [1, 0]),
    usage: { input: 1, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 },
    estimated: false,
  }),
}

const read = (file: string) => parseFlowFile(readFileSync(file, 'utf8'))

test('the corpus has files of both kinds', () => {
  const kinds = files.map(({ file }) => planProgram(choose(read(file)), catalogue).kind)

  expect(new Set(kinds)).toEqual(new Set(['sequential', 'team']))
  expect(files).toHaveLength(8)
})

test.each(files)('$name has no issue once its open fields are filled in', ({ file }) => {
  expect(validateFlow(choose(read(file)), catalogue)).toEqual([])
})

test.each(files)('$name ends alike from every prefix of its events', async ({ file }) => {
  for (const answer of ['proceed', 'reject'] as const) {
    const options = { flow: choose(read(file)), question: 'Help me', chat, ports, steps: 100 }
    const { ending, endings, events, program } = await runFromEveryPrefix(options, answer)

    expect(ending).toMatchObject({ status: 'finished', value: { content: expect.stringMatching(/\S/) } })
    expect(endings).toEqual(endings.map(() => ending))
    const fold = createReasoningFold(program)
    for (const event of events) {
      fold.apply(event)
    }
    expect(fold.entries().length).toBeGreaterThan(1)
  }
})

test('agents that need approval wait for a person, with the buttons of older clients', async () => {
  const file = files.find(({ name }) => name === 'Human In Loop RAG')?.file ?? ''
  const options = { flow: choose(read(file)), question: 'Help me', chat, ports }

  const { events } = await runFromEveryPrefix(options)

  const wait = events.find((event) => event.type === 'node_waiting')?.wait
  expect(wait).toMatchObject({ kind: 'approval', calls: [{ tool: 'search_apple' }] })
  expect(wait && actionOf(wait, 'sequential')).toMatchObject({
    mapping: { approve: 'Yes', reject: 'No', toolCalls: [{ name: 'search_apple' }] },
    elements: [{ type: 'approve-button' }, { type: 'reject-button' }],
  })
})

test.each(files)('$name is exported again without loss', ({ file }) => {
  const stored = JSON.parse(readFileSync(file, 'utf8')) as FlowFile
  const parsed: unknown = JSON.parse(JSON.stringify(parseFlowFile(JSON.stringify(stored))))

  expect(parsed).toMatchObject({ nodes: stored.nodes, edges: stored.edges })
})
