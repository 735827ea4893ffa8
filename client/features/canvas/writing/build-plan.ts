import { plannedInputs, plannedModel, renamePlanned } from '#shared/plan-inputs.ts'
import { countBranches } from '#shared/settle-plan.ts'
import { bareStep, startName } from '#shared/step-traits.ts'
import type { ModelChoice, PlannedLink, PlannedStep, StepPlan } from '#shared/writing.ts'
import { addStep, newAgentFlow } from '../agent/add-step.ts'
import { moveInto, resizeBox } from '../agent/boxes.ts'
import { isStart } from '../agent/control-links.ts'
import { connect, judge } from '../graph/connect.ts'
import {
  type Graph,
  type GraphNode,
  getNode,
  type Point,
  readGraph,
  type Templates,
  withData,
  withNodes,
} from '../graph/flow-graph.ts'
import type { Box } from '../graph/place.ts'
import { outputPorts, shapeOf } from '../graph/shape.ts'
import type { Size } from '../graph/size.ts'

const none = new Map()

export type Built = {
  graph: Graph
  /** Ids of the added nodes; existing nodes keep their positions, fields and links. */
  ids: string[]
}

type Building = {
  templates: Templates
  startLabel: string
  /** The model that wrote the plan, which its steps use; undefined: the default model. */
  model?: ModelChoice | undefined
}

/**
 * Adds a plan to a canvas; the point is its corner. An existing start is used, otherwise the plan brings one. Ids are new, and
 * labels that are taken get a number.
 */
export function buildPlan(
  graph: Graph,
  plan: StepPlan,
  corner: Point,
  { templates, startLabel, model }: Building,
): Built {
  const { places } = placeSteps(withoutStart(graph, plan))
  const names = new Map<string, string>()
  const at = (step: PlannedStep): Point => {
    const { x, y } = places.get(step.id) ?? { x: 0, y: 0 }
    const box = places.get(step.inside) ?? { x: 0, y: 0 }
    return { x: corner.x + box.x + x, y: corner.y + box.y + y }
  }
  // Boxes are added before their children.
  const ordered = plan.steps.toSorted((a, b) => Number(a.inside !== '') - Number(b.inside !== ''))
  let built = graph
  const ids: string[] = []
  for (const step of ordered) {
    const added =
      step.kind === 'start'
        ? withStart(built, at(step), startLabel, templates)
        : put(built, step, at(step), templates)
    names.set(step.id, added.id)
    if (added.graph !== built) {
      ids.push(added.id)
    }
    built = added.graph
    const place = places.get(step.id)
    if (step.kind === 'iteration' && place) {
      built = resizeBox(built, added.id, place, none)
    }
    const box = names.get(step.inside)
    built = box === undefined ? built : moveInto(built, added.id, box)
  }
  const complete = ordered.reduce((each, step) => setFields(each, step, { names, model }), built)
  return { graph: plan.links.reduce((each, link) => join(each, link, names), complete), ids }
}

/** Size of a plan on this canvas, in px. */
export function sizeOf(graph: Graph, plan: StepPlan) {
  return placeSteps(withoutStart(graph, plan)).size
}

function withoutStart(graph: Graph, { steps, links }: StepPlan): Pick<StepPlan, 'steps' | 'links'> {
  const isThere = [...graph.nodes.values()].some(isStart)
  return { links, steps: isThere ? steps.filter(({ kind }) => kind !== 'start') : steps }
}

function withStart(graph: Graph, position: Point, label: string, templates: Templates) {
  const there = [...graph.nodes.values()].find(isStart)
  if (there) {
    return { id: there.id, graph }
  }
  const [fresh] = [...readGraph(newAgentFlow(label, templates.get(startName)), '').nodes.values()]
  const node = { ...fresh, position, positionAbsolute: position } as GraphNode
  return { id: node.id, graph: withNodes(graph, [[node.id, node]]) }
}

function put(graph: Graph, step: PlannedStep, position: Point, templates: Templates) {
  const name = `${step.kind}Agentflow`
  const template = templates.get(name) ?? bareStep(name)
  const { id, graph: added } = addStep(graph, template, position)
  const node = getNode(added, id)
  const label = step.label === '' ? node.data.label : freeLabel(step.label, graph)
  const branches = countBranches(step)
  const outputAnchors =
    branches > 1
      ? Array.from({ length: branches }, (_, branch) => ({
          id: `${id}-output-${branch}`,
          label: template.label,
          name: template.name,
        }))
      : node.data.outputAnchors
  return { id, graph: withNodes(added, [[id, withData(node, { label, outputAnchors })]]) }
}

type FieldContext = { names: ReadonlyMap<string, string>; model: ModelChoice | undefined }

function setFields(graph: Graph, step: PlannedStep, { names, model }: FieldContext): Graph {
  const id = names.get(step.id)
  if (id === undefined || step.kind === 'start') {
    return graph
  }
  const node = getNode(graph, id)
  const target = names.get(step.backTo)
  const backTo = target && `${target}-${getNode(graph, target).data.label}`
  const nameOf = (name: string) => {
    const id = names.get(name)
    return isStart(graph.nodes.get(id ?? '')) ? 'question' : id
  }
  const texts = plannedInputs(step, (text) => renamePlanned(text, nameOf), backTo)
  const fields = { ...texts, ...plannedModel(step.kind, model) }
  return withNodes(graph, [[id, withData(node, { inputs: { ...node.data.inputs, ...fields } })]])
}

function join(graph: Graph, link: StepPlan['links'][number], names: ReadonlyMap<string, string>): Graph {
  const [source, target] = [names.get(link.from), names.get(link.to)]
  const node = source === undefined ? undefined : graph.nodes.get(source)
  const output = node && outputPorts(shapeOf(node, none), node.data)[link.output]
  if (!(node && output && target !== undefined)) {
    return graph
  }
  const ends = { source: node.id, sourceHandle: output.id, target, targetHandle: target }
  return judge(graph, ends, none).fits ? connect(graph, ends, none) : graph
}

function freeLabel(label: string, { nodes }: Graph): string {
  const taken = new Set([...nodes.values()].map(({ data }) => data.label))
  let free = label
  for (let number = 2; taken.has(free); number += 1) {
    free = `${label} ${number}`
  }
  return free
}

const card = { width: 220, height: 74 }
const branchRow = 26
const gap = { column: 100, row: 48 }
/** Padding of a box; more at the top, for its title. */
const around = { side: 32, top: 64 }
const emptyBox: Size = { width: 480, height: 260 }

/**
 * Places the steps of a plan from left to right in their order. Positions of steps in a box are relative to the
 * box.
 */
export function placeSteps({ steps, links }: Pick<StepPlan, 'steps' | 'links'>): {
  places: ReadonlyMap<string, Box>
  size: Size
} {
  const places = new Map<string, Box>()
  const boxes = new Map<string, Size>()
  for (const { id } of steps.filter(({ kind }) => kind === 'iteration')) {
    const inner = steps.filter(({ inside }) => inside === id)
    const container = lay(inner, links, (step) => sizeOfPlanned(step, boxes), places, {
      x: around.side,
      y: around.top,
    })
    boxes.set(id, {
      width: Math.max(emptyBox.width, container.width + 2 * around.side),
      height: Math.max(emptyBox.height, container.height + around.top + around.side),
    })
  }
  const outer = steps.filter(({ inside }) => inside === '')
  const size = lay(outer, links, (step) => sizeOfPlanned(step, boxes), places, { x: 0, y: 0 })
  return { places, size }
}

function sizeOfPlanned(step: PlannedStep, boxes: ReadonlyMap<string, Size>): Size {
  const branches = countBranches(step)
  return boxes.get(step.id) ?? { ...card, height: card.height + (branches > 1 ? branches * branchRow : 0) }
}

/** Places steps in columns, each to the right of all its predecessors. Returns the total size. */
function lay(
  steps: readonly PlannedStep[],
  links: readonly PlannedLink[],
  sizeOfStep: (step: PlannedStep) => Size,
  places: Map<string, Box>,
  corner: { x: number; y: number },
): Size {
  const depths = depthsOf(steps, links)
  const count = Math.max(0, ...depths.values()) + 1
  const columns = Array.from({ length: count }, (_, at) => steps.filter(({ id }) => depths.get(id) === at))
  const heights = columns.map((column) =>
    column.reduce((sum, step) => sum + sizeOfStep(step).height + gap.row, -gap.row),
  )
  const height = Math.max(0, ...heights)
  let { x } = corner
  for (const [at, column] of columns.entries()) {
    let y = corner.y + (height - (heights[at] ?? 0)) / 2
    for (const step of column) {
      const size = sizeOfStep(step)
      places.set(step.id, { x: Math.round(x), y: Math.round(y), ...size })
      y += size.height + gap.row
    }
    x += Math.max(card.width, ...column.map((step) => sizeOfStep(step).width)) + gap.column
  }
  return { width: x - gap.column - corner.x, height }
}

/** Length of the longest path to each step. Plans have no cycles. */
function depthsOf(steps: readonly PlannedStep[], links: readonly PlannedLink[]): ReadonlyMap<string, number> {
  const depths = new Map(steps.map(({ id }) => [id, 0]))
  for (let round = 0; round < steps.length; round += 1) {
    for (const { from, to } of links) {
      const [before, after] = [depths.get(from), depths.get(to)]
      if (before !== undefined && after !== undefined && after <= before) {
        depths.set(to, before + 1)
      }
    }
  }
  return depths
}
