import type { Catalogue } from '#server/engine/check-flow.ts'
import { describeNode } from '#server/engine/describe-node.ts'
import type {
  AssistantDetails,
  AssistantIssue,
  AssistantKnowledge,
  AssistantPart,
} from '#shared/assistants.ts'
import { referenceTo } from '#shared/flow-file.ts'
import { nextNodeId, type PlacedNode, placeNode } from '#shared/nodes.ts'

/** The field of the form a node comes from. */
export type NodeOrigin = Pick<AssistantIssue, 'field' | 'index'>

/** On a placed node `credential` is the id of the chosen one. */
type Node = Omit<PlacedNode, 'credential'> & { credential?: string }

type Edge = { from: Node; to: Node; input: string }
type Position = { x: number; y: number }

const WIDTH = 320
const COLUMNS = { source: 0, part: 424, agent: 848 }
const GAP = 48

/** The flow of an assistant: a tool agent with its model, memory, tools, and one search tool per source. */
export function makeAssistantFlow(details: AssistantDetails, catalogue: Catalogue) {
  const nodes: { node: Node; position: Position; height: number }[] = []
  const edges: Edge[] = []
  const origins = new Map<string, NodeOrigin>()
  let nextY = 0

  function place(part: AssistantPart, x: number, y: number, height: number): Node {
    const id = nextNodeId(
      part.name,
      nodes.map(({ node }) => node.id),
    )
    const node = dataOf(part, id, catalogue)
    nodes.push({ node, position: { x, y }, height })
    return node
  }

  /** Parts stand below each other in the middle column. */
  function stack(part: AssistantPart, height: number) {
    const y = nextY
    nextY += height + GAP
    return { node: place(part, COLUMNS.part, y, height), y }
  }

  const { chatModel, documentStores, tools, memory, instruction, starterPrompts } = details
  const model = chatModel && stack(chatModel, 260).node
  if (model) {
    origins.set(model.id, { field: 'chatModel', index: null })
  }
  const remembered = stack(memoryPart(memory), 160).node
  const toolNodes = tools.map((tool, index) => {
    const { node } = stack(tool, 200)
    origins.set(node.id, { field: 'tools', index })
    return node
  })
  const searchNodes = documentStores.map((source, index) => {
    const { node: search, y } = stack(searchPart(source), 420)
    const store = place(sourcePart(source), COLUMNS.source, y + 120, 260)
    search.inputs.retriever = referenceTo(store.id)
    edges.push({ from: store, to: search, input: 'retriever' })
    for (const { id } of [search, store]) {
      origins.set(id, { field: 'documentStores', index })
    }
    return search
  })
  const callable = [...searchNodes, ...toolNodes]
  const agent = place(
    {
      name: 'toolAgent',
      ...(details.name && { label: details.name }),
      inputs: {
        systemMessage: instruction,
        memory: referenceTo(remembered.id),
        model: model ? referenceTo(model.id) : '',
        tools: callable.map(({ id }) => referenceTo(id)),
        ...(starterPrompts && { starterPrompts }),
      },
    },
    COLUMNS.agent,
    Math.max(0, nextY / 2 - 280),
    460,
  )
  origins.set(agent.id, { field: 'flow', index: null })
  edges.push(
    ...(model ? [{ from: model, to: agent, input: 'model' }] : []),
    { from: remembered, to: agent, input: 'memory' },
    ...callable.map((from) => ({ from, to: agent, input: 'tools' })),
  )
  const file = {
    nodes: nodes.map(({ node, position, height }) => ({
      id: node.id,
      type: 'customNode',
      position,
      positionAbsolute: position,
      width: WIDTH,
      height,
      selected: false,
      dragging: false,
      data: node,
    })),
    edges: edges.map(drawEdge),
    viewport: { x: 0, y: 0, zoom: 1 },
  }
  return { flowData: JSON.stringify(file), origins }
}

function memoryPart({ turns }: AssistantDetails['memory']): AssistantPart {
  return turns === null
    ? { name: 'bufferMemory', inputs: {} }
    : { name: 'bufferWindowMemory', inputs: { k: turns } }
}

function searchPart({ name, description, returnSourceDocuments }: AssistantKnowledge): AssistantPart {
  return { name: 'retrieverTool', label: name, inputs: { name, description, returnSourceDocuments } }
}

function sourcePart({ id, name, kind }: AssistantKnowledge): AssistantPart {
  return kind === 'pool'
    ? { name: 'documentPool', label: name, inputs: { pool: id } }
    : { name: 'documentStoreVS', label: name, inputs: { selectedStore: id } }
}

function dataOf({ name, label, inputs, credential }: AssistantPart, id: string, catalogue: Catalogue): Node {
  const definition = catalogue.get(name)
  const placed = definition ? placeNode(describeNode(definition), id) : unknownNode(name, id)
  const { credential: _, ...node } = { credential: '', ...placed }
  // Its place in the inputs is that of an unsaved node.
  const { FLOWISE_CREDENTIAL_ID: transient, ...values } = inputs
  const chosen = credential || (typeof transient === 'string' ? transient : '')
  return {
    ...node,
    ...(label && { label }),
    inputs: { ...node.inputs, ...values },
    ...(chosen && { credential: chosen }),
  }
}

/** Of a file from a newer or another installation. It is stored, and reported as an issue. */
function unknownNode(name: string, id: string): Omit<Node, 'credential'> {
  return {
    ...{ name, label: name, id, version: 1, type: name, category: '', description: '', icon: '' },
    ...{ baseClasses: ['Tool'], tags: [], inputParams: [], inputAnchors: [], inputs: {}, outputs: {} },
    outputAnchors: [{ id: `${id}-output-${name}-Tool`, name, label: name, type: 'Tool' }],
  }
}

function drawEdge({ from, to, input }: Edge) {
  const [anchor] = from.outputAnchors
  const sourceHandle = anchor?.options?.[0]?.id ?? anchor?.id ?? ''
  const targetHandle = to.inputAnchors.find(({ name }) => name === input)?.id ?? ''
  return {
    source: from.id,
    sourceHandle,
    target: to.id,
    targetHandle,
    type: 'buttonedge',
    id: `${from.id}-${sourceHandle}-${to.id}-${targetHandle}`,
  }
}
