/**
 * Overhead of retrieval per question, as CSV: `node server/commands/bench/retrieval-bench.ts`. A 200 KB text is
 * split and indexed by a flow shaped like Flowise's; the fake models answer instantly in this process. On a busy
 * machine compare the ratio, since both flows ran together, and the CPU time.
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

const characters = 200_000
const dimensions = 1536
const questions = 200
const warmUp = 20

const text = Array.from(
  { length: characters },
  (_, place) => `Sentence ${place} says that room ${place % 97} opens at ${place % 24}. `,
)
  .join('')
  .slice(0, characters)

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

process.stdout.write('what,median_ms,cpu_ms,added_ms,ratio,texts_embedded_per_question\n')
try {
  await measure()
} finally {
  rmSync(folder, { recursive: true })
}

async function measure() {
  const search = openSearch()
  const retrieval = flowWith('memoryVectorStore')
  const built = await runQuestion(retrieval, search, 'first')
  print(`text of ${characters / 1000} KB, first question`, [built.toFixed(2), '', '', '', sum(embedded)])

  const plain = await repeat((place) => runQuestion(plainFlow(), search, `question ${place}`))
  print('flow without retrieval', [plain.median.toFixed(2), plain.cpu.toFixed(2), '', '', 0])
  for (const store of ['memoryVectorStore', 'faiss', 'flowtillStore']) {
    const flow = flowWith(store)
    await runQuestion(flow, search, 'opened')
    embedded.length = 0
    const { median, cpu } = await repeat((place) => runQuestion(flow, search, `question ${place}`))
    const added = [median - plain.median, median / plain.median].map((each) => each.toFixed(2))
    print(store, [median.toFixed(2), cpu.toFixed(2), ...added, perQuestion()])
  }

  search.close()
  embedded.length = 0
  const reopened = openSearch()
  const again = await runQuestion(retrieval, reopened, 'after a restart')
  print('first question after a restart', [again.toFixed(2), '', '', '', sum(embedded)])
  reopened.close()
}

function perQuestion() {
  return sum(embedded) / (questions + warmUp)
}

function openSearch() {
  return createSearch({ folder, now: () => new Date() })
}

async function runQuestion(flow: FlowFile, search: ReturnType<typeof createSearch>, question: string) {
  const world = {
    openIndex: (...[recipe, signal]: Parameters<Ports['openIndex']>) =>
      search.openIndex('owner', recipe, signal),
  }
  // Planned before measuring, because the server caches plans between questions.
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

/** One node per kind; an input with another node's name is connected to it. */
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

async function repeat(work: (place: number) => Promise<number>) {
  for (let place = 0; place < warmUp; place += 1) {
    await work(place)
  }
  const times: number[] = []
  const before = process.cpuUsage()
  for (let place = warmUp; place < questions + warmUp; place += 1) {
    times.push(await work(place))
  }
  const { user, system } = process.cpuUsage(before)
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
  return { median, cpu: (user + system) / 1_000 / questions }
}

function sum(numbers: readonly number[]) {
  return numbers.reduce((total, each) => total + each, 0)
}

function print(what: string, figures: (string | number)[]) {
  process.stdout.write(`${[what, ...figures].join(',')}\n`)
}
