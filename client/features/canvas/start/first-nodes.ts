import { startModel } from '#shared/start-model.ts'
import type { ModelChoice } from '#shared/writing.ts'
import { addLinkedStep } from '../agent/add-step.ts'
import { isStart } from '../agent/control-links.ts'
import { setCredential, setInput } from '../graph/edit.ts'
import { addLinked } from '../graph/fits.ts'
import { type Graph, getNode, type Point, positionOf, type Templates } from '../graph/flow-graph.ts'
import { addNode } from '../graph/place.ts'
import { inputPorts, outputPorts, shapeOf } from '../graph/shape.ts'
import type { CanvasState, CanvasStore } from '../store/canvas-store.ts'

const chainName = 'conversationChain'
const memoryName = 'bufferMemory'
/** An agent, or an LLM step where the server has no agents. */
export const firstStepOf = ({ summaries }: Pick<CanvasState, 'summaries'>) =>
  summaries.has('agentAgentflow') ? 'agentAgentflow' : 'llmAgentflow'
const across = 424
/** Distance between the model and the memory below it. */
const down = 260
const besideStart = 320

/** `node` is the kind of the model node; without a `model` it uses the default model. */
export type Instructed = { instruction: string; node: string; model: ModelChoice | undefined }

/** Adds a linked chain with a model and a memory in one undo step. `onDrawn` gets the id of the chain. */
export function addChain(
  store: CanvasStore,
  view: { centre: () => Point; fit: () => void },
  instructed: Instructed | undefined,
  onDrawn: (chain: string) => void,
) {
  const model = instructed?.node ?? startModel
  const names = [chainName, model, memoryName]
  store.getState().withTemplates(names, () => {
    const { x, y } = view.centre()
    const corner = { x: x - (across + 320) / 2, y: y - down }
    let chain = ''
    store.getState().act({ name: 'insert', count: names.length }, (graph, templates) => {
      const added = drawChain(graph, templates, { corner, model, instructed })
      chain = added.id
      return added.graph
    })
    store.getState().select([])
    onDrawn(chain)
  })
}

type Drawing = { corner: Point; model: string; instructed: Instructed | undefined }

function drawChain(graph: Graph, templates: Templates, { corner, model, instructed }: Drawing) {
  const [chain, modelTemplate, memory] = [chainName, model, memoryName].map((name) => templates.get(name))
  if (!(chain && modelTemplate && memory)) {
    return { graph, id: '' }
  }
  const { graph: withChain, id } = addNode(graph, chain, { x: corner.x + across, y: corner.y })
  const end = (input: string) => {
    const ports = inputPorts(shapeOf(getNode(withChain, id), templates))
    return { node: id, handle: ports.find(({ name }) => name === input)?.id ?? '', side: 'in' as const }
  }
  const withModel = addLinked(withChain, modelTemplate, corner, end('model'), templates)
  const below = { x: corner.x, y: corner.y + down }
  const { graph: linked } = addLinked(withModel.graph, memory, below, end('memory'), templates)
  return { id, graph: instructed ? applyInstruction(linked, id, withModel.id, instructed) : linked }
}

function applyInstruction(
  graph: Graph,
  chain: string,
  modelNode: string,
  { instruction, model }: Instructed,
): Graph {
  const updated = setInput(graph, chain, 'systemMessagePrompt', instruction)
  if (!model) {
    return updated
  }
  const named = setInput(updated, modelNode, 'modelName', model.modelName)
  const addressed = model.baseUrl === '' ? named : setInput(named, modelNode, 'baseUrl', model.baseUrl)
  return model.credentialId === '' ? addressed : setCredential(addressed, modelNode, model.credentialId)
}

/** Adds the first step linked to the start, in one undo step. */
export function addFirstStep(store: CanvasStore, onAdded: () => void) {
  const name = firstStepOf(store.getState())
  store.getState().withTemplates([name], () => {
    drawFirstStep(store, name)
    onAdded()
  })
}

function drawFirstStep(store: CanvasStore, name: string) {
  let agent = ''
  const template = store.getState().templates.get(name)
  store.getState().act({ name: 'add', what: template?.label ?? '' }, (graph, templates) => {
    const start = [...graph.nodes.values()].find(isStart)
    const [output] = start ? outputPorts(shapeOf(start, templates), start.data) : []
    if (!(start && output && template)) {
      return graph
    }
    const { x, y } = positionOf(start)
    const end = { node: start.id, handle: output.id, side: 'out' as const }
    const added = addLinkedStep(graph, template, { x: x + besideStart, y }, end)
    agent = added.id
    return added.graph
  })
  store.getState().select([agent])
}
