// Time to plan a chat flow of 200 nodes: parse, validate, order. The product does this once per version.
import { planFlow } from '#server/engine/plan-flow.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { type FlowFile, parseFlowFile, referenceTo } from '#shared/flow-file.ts'

const NODES = 200
const TIMES = 400
const text = JSON.stringify(aLongFlow(NODES))

const flows = Array.from({ length: TIMES }, () => parseFlowFile(text))
const reading = measure(() => parseFlowFile(text))
const planning = measure((index) => planFlow(flows[index] as FlowFile, catalogue))
const { steps } = planFlow(parseFlowFile(text), catalogue)

process.stdout.write(`${steps.length} nodes, ${Math.round(text.length / 1_024)} KB\n`)
show('read', reading)
show('plan', planning)
if (planning.cpu > 5) {
  process.exitCode = 1
}

type Measured = { median: number; cpu: number }

/** Median of wall time and mean of CPU time; on a busy machine CPU time is more accurate. */
function measure(work: (index: number) => unknown): Measured {
  const times: number[] = []
  for (let index = 0; index < TIMES / 4; index += 1) {
    work(index)
  }
  const before = process.cpuUsage()
  for (let index = TIMES / 4; index < TIMES; index += 1) {
    const startedAt = performance.now()
    work(index)
    times.push(performance.now() - startedAt)
  }
  const { user, system } = process.cpuUsage(before)
  const sorted = times.toSorted((one, other) => one - other)
  return { median: sorted[Math.floor(times.length / 2)] ?? 0, cpu: (user + system) / 1_000 / times.length }
}

function show(name: string, { median, cpu }: Measured) {
  process.stdout.write(
    `${name.padEnd(8)} ${median.toFixed(2)} ms median, ${cpu.toFixed(2)} ms of processor each\n`,
  )
}

function aLongFlow(count: number) {
  const nodes: object[] = []
  const edges: object[] = []
  const add = (name: string, index: number, inputs: Record<string, unknown>, outputs = {}) => {
    const id = `${name}_${index}`
    const data = { id, name, label: name, inputs, outputs, credential: 'chosen' }
    nodes.push({ id, type: 'customNode', position: { x: 0, y: 0 }, data })
    const sources = JSON.stringify(inputs).matchAll(/\{\{(\w+)\.data\.instance\}\}/g)
    edges.push(...[...sources].map(([, source]) => ({ source, target: id })))
  }
  const links = Math.floor(count / 3)
  for (let index = 0; index < links; index += 1) {
    const before = index === 0 ? 'a museum' : referenceTo(`llmChain_${index - 1}`)
    const isLast = index === links - 1
    add('chatOpenAI', index, { modelName: 'gpt-4o-mini', temperature: '0.9' })
    add('promptTemplate', index, {
      template: 'Say it better: {text}',
      promptValues: JSON.stringify({ text: before }),
    })
    add(
      'llmChain',
      index,
      { model: referenceTo(`chatOpenAI_${index}`), prompt: referenceTo(`promptTemplate_${index}`) },
      { output: isLast ? 'llmChain' : 'outputPrediction' },
    )
  }
  for (let index = 0; nodes.length < count; index += 1) {
    add('inputModerationSimple', index, { denyList: 'x' })
    edges.push({ source: `inputModerationSimple_${index}`, target: `llmChain_${links - 1}` })
  }
  return { nodes, edges }
}
