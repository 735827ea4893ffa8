import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { validateFlow } from '#server/engine/check-flow.ts'
import type { Json } from '#server/engine/inputs.ts'
import type { ChatRequest, Ports } from '#server/engine/ports.ts'
import { contentOf } from '#server/engine/program/run-step.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { choose } from '#server/testing/corpus/choose.ts'
import { folderOfTheirs } from '#server/testing/flow-corpus.ts'
import { prepareProgram } from '#server/testing/run-test-program.ts'
import { type FlowFile, parseFlowFile } from '#shared/flow-file.ts'
import { isRecord, toRecord } from '#shared/json.ts'
import type { RunEvent, RunInput, WaitAnswer } from '#shared/runs.ts'

const folder = folderOfTheirs('agentflows-v2') ?? ''
const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 }

describe('a Flowise agent flow loads, validates, runs to its end and is exported without loss', () => {
  test.for(files)('%s', async (name, { annotate }) => {
    const text = readFileSync(join(folder, name), 'utf8')
    const file = parseFlowFile(text)
    expect(JSON.parse(JSON.stringify(file))).toEqual(JSON.parse(text))

    const replaced = ['a scripted model and a fake web']
    const flow = choose(replaceUnavailable(file, replaced))
    expect(validateFlow(flow, catalogue)).toEqual([])

    const { run } = prepareProgram({ flow, chat, ports, input: inputOf(flow), state: stateOf(flow) })
    let result = await run()
    let waits = 0
    while (result.ending.status === 'waiting') {
      waits += 1
      // First "no", which leads back through the loop, then "yes".
      result = await run(answered(result.events, { type: waits === 1 ? 'reject' : 'proceed' }))
    }

    const ran = new Set(
      result.events.flatMap((event) => (event.type === 'node_finished' ? [event.nodeId] : [])),
    )
    const answer = contentOf(result.ending.value)
    expect(ran.size).toBeGreaterThan(1)
    expect(JSON.stringify(answer)).toMatch(/\p{L}{2}/u)
    expect(result.events.filter(({ type }) => type === 'node_failed')).toEqual([])
    await annotate(
      `${ran.size} nodes ran, ${waits} waits; stood in: ${replaced.join('; ')}; answered ${JSON.stringify(answer).slice(0, 120)}`,
      'corpus',
    )
  })
})

/** Replaces what this server does not have. */
function replaceUnavailable(flow: FlowFile, noted: string[]): FlowFile {
  for (const { data } of flow.nodes) {
    const { inputs } = data
    if (inputs.toolAgentflowSelectedTool === 'gmail') {
      noted.push('an HTTP request for Gmail')
      inputs.toolAgentflowSelectedTool = 'requestsPost'
      inputs.toolAgentflowSelectedToolConfig = {
        requestsPostUrl: 'https://mail.example/send',
        requestsPostBodySchema:
          '{"to":{"type":"string"},"subject":{"type":"string"},"body":{"type":"string"}}',
      }
    }
    if (String(inputs.agentKnowledgeDocumentStores ?? '') !== '') {
      noted.push('a vector store for a document store')
      inputs.agentKnowledgeDocumentStores = ''
      inputs.agentKnowledgeVSEmbeddings = [
        {
          ...{ vectorStore: 'pinecone', vectorStoreConfig: { pineconeIndex: 'museum' } },
          ...{ embeddingModel: 'openAIEmbeddings', embeddingModelConfig: {} },
          ...{ knowledgeName: 'Papers', knowledgeDescription: 'Papers', returnSourceDocuments: true },
        },
      ]
    }
    if (data.name === 'httpAgentflow' && !inputs.url) {
      noted.push('an address for an empty one')
      inputs.url = 'https://api.example/events'
    }
  }
  return flow
}

const ports: Partial<Ports> = {
  credential: async () => ({
    values: new Proxy({}, { get: () => 'sandbox-corpus', has: () => true, ownKeys: () => [] }),
    platform: false,
  }),
  embed: async (_, texts) => ({ vectors: texts.map(() => [1]), usage, estimated: false }),
  fetch: async (address) =>
    String(address).includes('pinecone') || String(address).endsWith('/query')
      ? Response.json({
          host: 'x.pinecone.io',
          dimension: 1,
          matches: [{ id: '1', score: 1, metadata: { text: 'Nine' } }],
        })
      : Response.json({
          events: ['Concert'],
          items: [{ title: 'A', link: 'https://a.example', snippet: 'a' }],
        }),
  readDocument: async (bytes) => [{ pageContent: new TextDecoder().decode(bytes), metadata: {} }],
  openFile: async (reference) => ({
    ...{ name: 'museum.yaml', key: 'museum' },
    read: async () => Buffer.from(/base64,([^,]*)/.exec(reference)?.[1] ?? '', 'base64'),
  }),
  runCode: async () => ({ value: 'From the code', logs: [] }),
}

/** Calls every offered tool once, fills in a schema when asked for one, and otherwise answers. */
const chat: Ports['chat'] = async function* (_, { messages, tools = [], schema }: ChatRequest) {
  const isUsed = messages.some(({ role }) => role === 'tool')
  const toolCalls =
    isUsed || schema
      ? []
      : tools.map(({ name, parameters }, index) => ({ id: `${index}`, name, args: sampleOf(parameters) }))
  const words = `Answer to ${String(messages.at(-1)?.content).slice(-60)}`
  const text = schema ? JSON.stringify(sampleOf(schema.schema)) : words
  if (toolCalls.length > 0) {
    return { text: '', toolCalls, usage, estimated: false }
  }
  yield { text }
  return { text, usage, estimated: false }
}

/** A value for a JSON schema; the last one of an enumeration. */
function sampleOf(schema: unknown): Json {
  const { type, properties, items, enum: choices } = toRecord(schema)
  if (Array.isArray(choices)) {
    return choices.at(-1) as Json
  }
  if (isRecord(properties)) {
    return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, sampleOf(each)]))
  }
  const samples: Record<string, Json> = { number: 1, integer: 1, boolean: true, object: {} }
  return type === 'array' ? [sampleOf(items)] : (samples[String(type)] ?? 'Some text')
}

function startOf(flow: FlowFile) {
  return toRecord(flow.nodes.find(({ data }) => data.name === 'startAgentflow')?.data.inputs)
}

function inputOf(flow: FlowFile): RunInput {
  const { startInputType, formInputTypes } = startOf(flow)
  const fields = Array.isArray(formInputTypes) ? formInputTypes : []
  return startInputType === 'formInput'
    ? { kind: 'form', value: Object.fromEntries(fields.map(({ name }) => [String(name), `My ${name}`])) }
    : { kind: 'question' }
}

function stateOf(flow: FlowFile): Record<string, string> {
  const { startState } = startOf(flow)
  const rows = Array.isArray(startState) ? startState : []
  return Object.fromEntries(rows.map(({ key, value }) => [String(key), String(value)]))
}

function answered(events: readonly RunEvent[], answer: WaitAnswer): RunEvent[] {
  const waiting = events.findLast((event) => event.type === 'node_waiting')
  const waitId = waiting?.type === 'node_waiting' ? waiting.wait.id : ''
  return [...events, { type: 'wait_answered', at: 0, waitId, answer, by: { kind: 'user' } }]
}
