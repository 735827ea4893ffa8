import { waysOut } from '#shared/settle-plan.ts'
import type { PlannedStep, StepPlan } from '#shared/writing.ts'
import { addStep, newAgentFlow } from '../agent/add-step.ts'
import { moveInto, resizeBox } from '../agent/boxes.ts'
import { isStart } from '../agent/control-links.ts'
import { stepTemplates } from '../agent/step-templates.ts'
import { connect, judge } from '../graph/connect.ts'
import {
  type Graph,
  type GraphNode,
  getNode,
  type Point,
  readGraph,
  withData,
  withNodes,
} from '../graph/flow-graph.ts'
import { outputPorts, shapeOf } from '../graph/shape.ts'
import { fieldsOf, placeSteps } from './place-steps.ts'

const none = new Map()

export type Built = {
  graph: Graph
  /** Ids of the added nodes; existing nodes keep their positions, fields and links. */
  ids: string[]
}

/**
 * Adds a plan to a canvas; the point is its corner. An existing start is used, otherwise the plan brings one. Ids are new, and
 * labels that are taken get a number.
 */
export function buildPlan(graph: Graph, plan: StepPlan, corner: Point, startLabel: string): Built {
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
    const added = step.kind === 'start' ? withStart(built, at(step), startLabel) : put(built, step, at(step))
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
  const filled = ordered.reduce((each, step) => fill(each, step, names), built)
  return { graph: plan.links.reduce((each, link) => join(each, link, names), filled), ids }
}

/** Size of a plan on this canvas, in px. */
export function sizeOf(graph: Graph, plan: StepPlan) {
  return placeSteps(withoutStart(graph, plan)).size
}

function withoutStart(graph: Graph, { steps, links }: StepPlan): Pick<StepPlan, 'steps' | 'links'> {
  const isThere = [...graph.nodes.values()].some(isStart)
  return { links, steps: isThere ? steps.filter(({ kind }) => kind !== 'start') : steps }
}

function withStart(graph: Graph, position: Point, label: string) {
  const there = [...graph.nodes.values()].find(isStart)
  if (there) {
    return { id: there.id, graph }
  }
  const [fresh] = [...readGraph(newAgentFlow(label), '').nodes.values()]
  const node = { ...fresh, position, positionAbsolute: position } as GraphNode
  return { id: node.id, graph: withNodes(graph, [[node.id, node]]) }
}

function put(graph: Graph, step: PlannedStep, position: Point) {
  const template = stepTemplates.get(`${step.kind}Agentflow`)
  if (!template) {
    throw new Error(`There is no form for ${step.kind}.`)
  }
  const { id, graph: added } = addStep(graph, template, position)
  const node = getNode(added, id)
  const label = step.label === '' ? node.data.label : freeLabel(step.label, graph)
  const ways = waysOut(step)
  const outputAnchors =
    ways > 1
      ? Array.from({ length: ways }, (_, way) => ({
          id: `${id}-output-${way}`,
          label: template.label,
          name: template.name,
        }))
      : node.data.outputAnchors
  return { id, graph: withNodes(added, [[id, withData(node, { label, outputAnchors })]]) }
}

function fill(graph: Graph, step: PlannedStep, names: ReadonlyMap<string, string>): Graph {
  const id = names.get(step.id)
  if (id === undefined || step.kind === 'start') {
    return graph
  }
  const node = getNode(graph, id)
  const target = names.get(step.backTo)
  const backTo = target && `${target}-${getNode(graph, target).data.label}`
  const fields = fieldsOf(step, (text) => renamed(text, names, graph), backTo)
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

/**
 * Rewrites `{{ id }}` of a plan into the syntax of flow files for the output of a step; the output of the start is
 * the question.
 */
function renamed(text: string, names: ReadonlyMap<string, string>, graph: Graph): string {
  return text.replace(
    /\{\{\s*([\p{L}\w-]+)((?:\.[\w.[\]]+)?)\s*\}\}/gu,
    (whole, name: string, rest: string) => {
      const id = names.get(name)
      if (id === undefined) {
        return whole
      }
      return isStart(graph.nodes.get(id)) ? '{{ question }}' : `{{ ${id}${rest} }}`
    },
  )
}

function freeLabel(label: string, { nodes }: Graph): string {
  const taken = new Set([...nodes.values()].map(({ data }) => data.label))
  let free = label
  for (let number = 2; taken.has(free); number += 1) {
    free = `${label} ${number}`
  }
  return free
}
