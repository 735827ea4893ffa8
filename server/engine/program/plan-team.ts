import type { Known } from '#shared/check-known.ts'
import { AppError } from '#shared/errors.ts'
import type { FlowFile } from '#shared/flow-file.ts'
import type { Catalogue } from '../check-flow.ts'
import { usesVariables } from '../plan-flow.ts'
import { readConnectedFile, toProgramNode, toStepName } from './connected-steps.ts'
import type { Program } from './program.ts'

/**
 * Compiles a file with a supervisor and its workers: each worker is a branch of the supervisor and returns to it. Throws
 * INVALID_FLOW with all issues in `details.issues`, before anything is spent.
 */
export function planTeam(file: FlowFile, catalogue: Catalogue, known?: Known): Program {
  const connected = readConnectedFile(file, catalogue, known)
  const { steps, edges } = connected
  const entry = steps.find(({ data }) => data.name === 'supervisor')
  if (!entry) {
    throw new AppError('INVALID_FLOW', 'The flow needs a start.')
  }
  const { id: source } = entry
  const led = new Set(edges.filter((edge) => edge.source === source).map(({ target }) => target))
  const workers = steps.filter(({ id }) => led.has(id))
  if (workers.length === 0) {
    throw new AppError('INVALID_FLOW', `${entry.data.label}: connect at least one worker.`)
  }
  const names = workers.map(({ data }) => toStepName(data.inputs.workerName))
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) {
    throw new AppError('INVALID_FLOW', `${entry.data.label}: two workers are named ${twice}. Rename one.`)
  }
  const toWorkers = workers.map(({ id: target }, index) => ({ source, output: names[index] ?? '', target }))
  const nodes = [entry, ...workers].map((node, order) =>
    toProgramNode(node, order, connected, {
      entry,
      edges: node === entry ? toWorkers : [{ source: node.id, output: '', target: source }],
    }),
  )
  return {
    kind: 'team',
    mode: 'queue',
    entry: source,
    nodes: new Map(nodes.map((node) => [node.id, node])),
    boxEntries: new Map(),
    appended: new Set(),
    usesVariables: usesVariables([...nodes, ...nodes.flatMap(({ parts }) => parts?.steps ?? [])]),
  }
}
