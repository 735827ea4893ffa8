import type { Known } from '#shared/check-known.ts'
import { AppError } from '#shared/errors.ts'
import type { FlowFile, FlowNode } from '#shared/flow-file.ts'
import { isRecord, parseJson } from '#shared/json.ts'
import type { Catalogue } from '../check-flow.ts'
import { usesVariables } from '../plan-flow.ts'
import {
  type ConnectedFile,
  readConnectedFile,
  referencesIn,
  type StepEdge,
  toProgramNode,
  toStepName,
} from './connected-steps.ts'
import type { Program } from './program.ts'

/** The output of an LLM node that leads to its tool node; all other edges are followed without tool calls. */
export const toolsOutput = 'tools'

const nameFields = [
  'agentName',
  'llmNodeName',
  'toolNodeName',
  'conditionName',
  'conditionAgentName',
  'functionName',
  'seqExecuteFlowName',
]

/** Compiles a sequential file. Throws INVALID_FLOW with all issues in `details.issues`, before anything is spent. */
export function planSequential(file: FlowFile, catalogue: Catalogue, known?: Known): Program {
  const connected = readConnectedFile(file, catalogue, known)
  const { steps } = connected
  const entry = steps.find(({ data }) => data.name === 'seqStart')
  if (!entry) {
    throw new AppError('INVALID_FLOW', 'The flow needs a start.')
  }
  const state = stateOf(entry, connected)
  const nodes = steps.map((node, order) => {
    const edges = edgesOf(node, connected)
    const offers = toolNodesBehind(node, connected).flatMap(({ data }) => referencesIn(data.inputs.tools))
    const planned = toProgramNode(node, order, connected, { edges, entry, offers: [...new Set(offers)] })
    const { data } = planned
    return node === entry ? { ...planned, data: { ...data, inputs: { ...data.inputs, ...state } } } : planned
  })
  return {
    kind: 'sequential',
    mode: 'rounds',
    entry: entry.id,
    nodes: new Map(nodes.map((node) => [node.id, node])),
    boxEntries: new Map(),
    appended: appendedKeys(state),
    usesVariables: usesVariables([...nodes, ...nodes.flatMap(({ parts }) => parts?.steps ?? [])]),
  }
}

const branching = new Set(['seqCondition', 'seqConditionAgent'])

function edgesOf(node: FlowNode, { steps, edges }: ConnectedFile): StepEdge[] {
  const { id, data } = node
  if (data.name === 'seqLoop') {
    return [{ source: id, output: '', target: findTarget(node, steps) }]
  }
  const nameOf = (target: string) => steps.find((step) => step.id === target)?.data.name
  return edges
    .filter(({ source }) => source === id)
    .map((edge) => {
      const callsTools = data.name === 'seqLLMNode' && nameOf(edge.target) === 'seqToolNode'
      const output = branching.has(data.name) ? edge.output : callsTools ? toolsOutput : ''
      return { ...edge, output }
    })
}

function toolNodesBehind(node: FlowNode, { steps, edges }: ConnectedFile): FlowNode[] {
  const targets = edges.filter(({ source }) => source === node.id).map(({ target }) => target)
  return node.data.name === 'seqLLMNode'
    ? steps.filter(({ id, data }) => data.name === 'seqToolNode' && targets.includes(id))
    : []
}

function findTarget({ data }: FlowNode, steps: readonly FlowNode[]): string {
  const targetName = toStepName(data.inputs.loopToName)
  const target = steps.find(({ data: { inputs, label } }) =>
    [...nameFields.map((field) => inputs[field]), label].some(
      (name) => name && toStepName(name) === targetName,
    ),
  )
  if (!target) {
    throw new AppError(
      'INVALID_FLOW',
      `${data.label}: this flow has no node named ${data.inputs.loopToName}.`,
    )
  }
  return target.id
}

type StateFields = { stateMemoryUI?: unknown; stateMemoryCode?: unknown }

/** The chosen tab of the state node connected to the start. */
function stateOf(entry: FlowNode, { components }: ConnectedFile): StateFields {
  const [id] = referencesIn(entry.data.inputs.state)
  const state = components.find((node) => node.id === id)
  const { stateMemoryUI, stateMemoryCode, ...inputs } = state?.data.inputs ?? {}
  return inputs[`selectedStateTab_${id}`] === 'stateMemoryCode' ? { stateMemoryCode } : { stateMemoryUI }
}

/** Keys that collect values: by the operation of their row, or because the function in the code joins lists. */
function appendedKeys({ stateMemoryUI, stateMemoryCode }: StateFields): ReadonlySet<string> {
  if (stateMemoryCode !== undefined) {
    const keys = String(stateMemoryCode).matchAll(/([\w$]+)["']?\s*:\s*\{\s*value\s*:([^\n]*)/g)
    return new Set(
      [...keys].filter(([, , code = '']) => /concat|\.\.\./.test(code)).map(([, key = '']) => key),
    )
  }
  const rows = typeof stateMemoryUI === 'string' ? parseJson(stateMemoryUI) : stateMemoryUI
  const appending = (Array.isArray(rows) ? rows : []).filter(
    (row): row is Record<string, unknown> => isRecord(row) && row.type === 'Append',
  )
  return new Set(appending.map(({ key }) => String(key)))
}
