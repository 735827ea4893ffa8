/**
 * What retrieval adds to a question: `node server/commands/bench/retrieval-bench.ts`. A text of 200 KB, cut and indexed by
 * a flow of Flowise's shape; the model and the embedding model answer at once, in this process, so that what is measured
 * is ours alone.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NodeDefinition } from '#server/engine/define-node.ts'
import { describeNode } from '#server/engine/describe-node.ts'
import type { Ports } from '#server/engine/ports.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { createSearch } from '#server/search/search.ts'
import { prepareRun } from '#server/testing/run-test-flow.ts'
import type { FlowFile } from '#shared/flow-file.ts'
import { placeNode } from '#shared/nodes.ts'
import { noUsage } from '#shared/runs.ts'

const letters = 200_000
const dimensions = 1536
const questions = 200
const warmUp = 20

const text = Array.from(
  { length: letters },
  (_, place) => `Sentence ${place} says that room ${place % 97} opens at ${place % 24}. `,
)
  .join('')
  .slice(0, letters)

const folder = mkdtempSync(join(tmpdir(), 'flowtill-retrieval-'))
const embedded: number[] = []
const embed: Ports['embed'] = async (_, texts) => {
  embedded.push(texts.length)
  return { vectors: texts.map(vectorOf), usage: { ...noUsage, input: 1 }, estimated: false }
}
const chat: Ports['chat'] = async function* () {
  yield { text: 'Ten.' }
  return { text: 'Ten.', usage: { ...noUsage, input: 1, output: 1 }, estimated: false }
}

try {
  await measure()
} finally {
  rmSync(folder, { recursive: true })
}

async function measure() {
  const search = openSearch()
  const retrieval = flowWith('memoryVectorStore')
  const built = await ask(retrieval, search, 'first')
  print('text', `${letters / 1000} KB`)
  print(
    'first question',
    `${built.toFixed(0)} ms, ${embedded.length} embedding calls, ${sum(embedded)} texts`,
  )

  const plain = await median((place) => ask(plainFlow(), search, `question ${place}`))
  for (const store of ['memoryVectorStore', 'faiss', 'flowtillStore']) {
    const flow = flowWith(store)
    await ask(flow, search, 'opened')
    embedded.length = 0
    const withRetrieval = await median((place) => ask(flow, search, `question ${place}`))
    const perQuestion = sum(embedded) / (questions + warmUp)
    const added = (withRetrieval - plain).toFixed(2)
    print(
      store,
      `+${added} ms a question (${withRetrieval.toFixed(2)} - ${plain.toFixed(2)}), ${perQuestion} embedding`,
    )
  }

  search.close()
  embedded.length = 0
  const reopened = openSearch()
  const again = await ask(retrieval, reopened, 'after a restart')
  print('after a restart', `${again.toFixed(1)} ms for the first question, ${sum(embedded)} embedding`)
  reopened.close()
}

function openSearch() {
  return createSearch({ folder, now: () => new Date() })
}

async function ask(flow: FlowFile, search: ReturnType<typeof createSearch>, question: string) {
  const world = {
    openIndex: (...[recipe, signal]: Parameters<Ports['openIndex']>) =>
      search.openIndex('owner', recipe, signal),
  }
  // Planned before the clock runs, as plans are kept from question to question.
  const { run } = prepareRun({ flow, chat, embed, world, question })
  const start = performance.now()
  const answer = await run()
  if (answer.text !== 'Ten.') {
    throw new Error(`Unexpected answer: ${answer.text}`)
  }
  return performance.now() - start
}

function flowWith(store: string): FlowFile {
  return draw({
    chatOpenAI: {},
    openAIEmbeddings: {},
    recursiveCharacterTextSplitter: { chunkSize: 1000, chunkOverlap: 200 },
    plainText: { text, textSplitter: 'recursiveCharacterTextSplitter' },
    [store]: { document: 'plainText', embeddings: 'openAIEmbeddings' },
    conversationalRetrievalQAChain: { model: 'chatOpenAI', vectorStoreRetriever: store },
  })
}

function plainFlow(): FlowFile {
  return draw({
    chatOpenAI: {},
    bufferMemory: {},
    conversationChain: { model: 'chatOpenAI', memory: 'bufferMemory' },
  })
}

/** One node of each kind; an input that names another node is connected to it. */
function draw(drawn: Record<string, Record<string, unknown>>): FlowFile {
  const edges: FlowFile['edges'] = []
  const nodes = Object.entries(drawn).map(([name, inputs]) => {
    const placed = placeNode(describeNode(catalogue.get(name) as NodeDefinition), `${name}_0`)
    for (const [input, value] of Object.entries(inputs)) {
      const isNode = typeof value === 'string' && value in drawn
      placed.inputs[input] = isNode ? `{{${value}_0.data.instance}}` : value
      if (isNode) {
        edges.push({ source: `${value}_0`, target: placed.id })
      }
    }
    return { id: placed.id, data: { ...placed, credential: 'chosen' } }
  })
  return { nodes, edges }
}

/** A direction for each text, the same each time. */
function vectorOf(of: string) {
  let seed = 7
  for (let place = 0; place < of.length; place += 16) {
    seed = (seed * 31 + of.charCodeAt(place)) % 2_147_483_647
  }
  return Array.from({ length: dimensions }, () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647 - 0.5
  })
}

async function median(work: (place: number) => Promise<number>) {
  const times: number[] = []
  for (let place = 0; place < questions + warmUp; place += 1) {
    const time = await work(place)
    times.push(...(place < warmUp ? [] : [time]))
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
}

function sum(numbers: readonly number[]) {
  return numbers.reduce((total, each) => total + each, 0)
}

function print(what: string, value: string) {
  process.stdout.write(`${what.padEnd(20)} ${value}\n`)
}
