import { AppError } from '#shared/errors.ts'
import { isRecord } from '#shared/json.ts'
import type { RunEvent } from '#shared/runs.ts'
import type { Report } from '../run-log.ts'
import type { Program, ProgramNode } from './program.ts'

type Rerun = {
  /** Key of the step to run again; a step inside an iteration stands for the whole iteration. */
  from: string
  /** The programs of the earlier run and of the new one. */
  earlier: Program
  program: Program
}

/**
 * Events of an earlier run that a new run of the flow takes over instead of running their steps: everything before the
 * chosen step, up to the first step whose node has changed since. Calls are left out, because only open steps need
 * theirs. Throws INVALID_INPUT for a step the run has not begun.
 */
export function stepsToReuse(events: readonly RunEvent[], { from, earlier, program }: Rerun): Report[] {
  const root = rootOf(from)
  const chosen = events.findIndex((event) => event.type === 'node_started' && event.key === root)
  if (chosen < 0) {
    throw new AppError('INVALID_INPUT', 'This run has no such step.')
  }
  const changed = changedNodes(earlier, program)
  const first = events.findIndex((event) => event.type === 'node_started' && changed.has(event.nodeId))
  const before = events.slice(0, first < 0 ? chosen : Math.min(first, chosen))
  const finished = new Set(
    before.flatMap((event) => (event.type === 'node_finished' ? (event.key ?? []) : [])),
  )
  return before.flatMap((event) => {
    switch (event.type) {
      case 'node_started':
      case 'node_finished':
      case 'items_started':
      case 'item_finished': {
        const { at: _, ...report } = event
        return finished.has(rootOf(event.key ?? '')) ? [{ ...report, reused: true }] : []
      }
      default:
        return []
    }
  })
}

/** The step of the outermost frame: `box#1/4/llm#2` belongs to `box#1`. */
function rootOf(key: string): string {
  return key.split('/', 1)[0] ?? ''
}

/** Nodes of either program that differ in the other. A box has changed when a node inside it has. */
function changedNodes(earlier: Program, program: Program): ReadonlySet<string> {
  const ids = new Set([...earlier.nodes.keys(), ...program.nodes.keys()])
  const changed = new Set(
    [...ids].filter((id) => toText(shapeOf(earlier, id)) !== toText(shapeOf(program, id))),
  )
  for (const { id, box } of [...earlier.nodes.values(), ...program.nodes.values()]) {
    if (box !== undefined && changed.has(id)) {
      changed.add(box)
    }
  }
  return changed
}

/** What a step does and where it leads. Its label and its place on the canvas do not matter. */
function shapeOf(program: Program, id: string) {
  const node = program.nodes.get(id)
  return node && { ...settingsOf(node), parts: node.parts?.steps.map(settingsOf) }
}

function settingsOf({ data, ...node }: Pick<ProgramNode, 'data'> & Partial<ProgramNode>) {
  const { name, inputs, outputs, credential } = data
  const { edges, joins, jump, box, offers } = node
  return { name, inputs, outputs, credential, edges, joins, jump, box, offers }
}

/** Equal for equal values, whatever the order of their keys: saving a flow may change it. */
function toText(value: unknown): string | undefined {
  return JSON.stringify(value, (_, each: unknown) =>
    isRecord(each) ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1))) : each,
  )
}
