import { targetOf } from '#shared/check-control.ts'
import type { Known } from '#shared/check-known.ts'
import { fileWithoutDisabled } from '#shared/disabled-nodes.ts'
import { type FlowFile, type FlowNode, isNote } from '#shared/flow-file.ts'
import { blockingIssues, type Catalogue } from '../check-flow.ts'
import { rejectIssues, usesVariables } from '../plan-flow.ts'
import { toPlannedNode } from '../planned-node.ts'
import type { Program, ProgramNode } from './program.ts'

/** Jumps of a loop node without a limit of its own, as in Flowise. */
const defaultMaxLoops = 10

/** Compiles a v2 control-flow file. Throws INVALID_FLOW with all issues in `details.issues`, before anything is spent. */
export function planAgentflow(file: FlowFile, catalogue: Catalogue, known?: Known): Program {
  rejectIssues(blockingIssues(file, catalogue, known))
  const flow = fileWithoutDisabled(file)
  const files = flow.nodes.filter((node) => !isNote(node))
  const edges = edgesOf(flow, files, catalogue)
  const groupsOf = joinsOf(edges, files, catalogue)
  const nodes = files.map((node, order): ProgramNode => {
    const own = edges.filter(({ source }) => source === node.id)
    const box = boxOf(node)
    const jump = jumpOf(node, files)
    return {
      ...toPlannedNode(node, catalogue),
      order,
      ...(box !== undefined && { box }),
      edges: own.map(({ output, target }) => ({ output, target })),
      joins: groupsOf(node.id),
      ...(jump && { jump }),
      streams: own.length === 0 && box === undefined,
    }
  })
  const reached = new Set(edges.map(({ target }) => target))
  const first = (box: string | undefined) => nodes.find((node) => node.box === box && !reached.has(node.id))
  const entry = nodes.find(({ data }) => data.name === 'startAgentflow') ?? first(undefined)
  return {
    kind: 'control',
    mode: 'queue',
    entry: entry?.id ?? '',
    nodes: new Map(nodes.map((node) => [node.id, node])),
    boxEntries: new Map(
      nodes.flatMap(({ id }) => {
        const inner = first(id)
        return inner ? [[id, inner.id] as const] : []
      }),
    ),
    appended: new Set(),
    usesVariables: usesVariables(nodes),
  }
}

type Edge = { source: string; output: string; target: string }

function edgesOf(flow: FlowFile, nodes: readonly FlowNode[], catalogue: Catalogue): Edge[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  return flow.edges.flatMap(({ source, target, sourceHandle }) => {
    const from = byId.get(source)
    if (!(from && byId.has(target))) {
      return []
    }
    const branches = catalogue.get(from.data.name)?.branches
    const output = branches ? (/-output-([^-]+)/.exec(sourceHandle ?? '')?.[1] ?? '0') : ''
    return [{ source, output, target }]
  })
}

/**
 * Sources that lie behind the same branching node exclude each other, so one of them is enough. All others are
 * required. Found as Flowise does: back along the first edge of each node.
 */
function joinsOf(edges: readonly Edge[], nodes: readonly FlowNode[], catalogue: Catalogue) {
  const branching = new Set(nodes.flatMap(({ id, data }) => (catalogue.get(data.name)?.branches ? [id] : [])))
  const firstSource = new Map(edges.toReversed().map(({ source, target }) => [target, source]))

  function branchBefore(id: string): string | undefined {
    const seen = new Set<string>()
    let at: string | undefined = id
    while (at !== undefined && !branching.has(at) && !seen.has(at)) {
      seen.add(at)
      at = firstSource.get(at)
    }
    return at !== undefined && branching.has(at) ? at : undefined
  }

  return (id: string): string[][] => {
    const sources = [...new Set(edges.filter(({ target }) => target === id).map(({ source }) => source))]
    const groups = Map.groupBy(sources, (source) => branchBefore(source) ?? `alone ${source}`)
    return [...groups.values()]
  }
}

function boxOf({ parentNode }: FlowNode): string | undefined {
  return typeof parentNode === 'string' && parentNode !== '' ? parentNode : undefined
}

function jumpOf({ data }: FlowNode, nodes: readonly FlowNode[]): ProgramNode['jump'] {
  const { loopBackToNode: stored, maxLoopCount } = data.inputs
  if (typeof stored !== 'string' || stored === '') {
    return undefined
  }
  const target = targetOf(
    stored,
    nodes.map(({ id }) => id),
  )
  const max = Number(maxLoopCount)
  return target === undefined
    ? undefined
    : { target, max: maxLoopCount !== '' && Number.isFinite(max) ? max : defaultMaxLoops }
}
