import { englishOf } from '#client/texts/translate-nodes.ts'
import type { NodeTemplate } from '#shared/nodes.ts'
import { nextNodeId, placeNode } from '#shared/nodes.ts'
import type { Graph, GraphNode, Point } from './flow-graph.ts'

const noteName = 'stickyNote'

export type Placed = { graph: Graph; id: string }

/** Puts a node of a kind onto the canvas. */
export function addNode(graph: Graph, template: NodeTemplate, position: Point): Placed {
  if (template.name === noteName) {
    return addNote(graph, position)
  }
  const id = nextNodeId(template.name, graph.nodes.keys())
  return put(graph, id, {
    id,
    type: 'customNode',
    position,
    positionAbsolute: position,
    data: { ...placeNode(englishOf(template), id), selected: false },
  })
}

/** Puts an empty note onto the canvas, in the form other editors know. */
export function addNote(graph: Graph, position: Point): Placed {
  const name = noteName
  const id = nextNodeId(name, graph.nodes.keys())
  return put(graph, id, {
    id,
    type: name,
    position,
    positionAbsolute: position,
    data: {
      id,
      name,
      label: 'Sticky Note',
      version: 2,
      type: 'StickyNote',
      baseClasses: ['StickyNote'],
      tags: ['Utilities'],
      category: 'Utilities',
      description: '',
      inputParams: [
        { label: '', name: 'note', type: 'string', rows: 1, optional: true, id: `${id}-input-note-string` },
      ],
      inputAnchors: [],
      inputs: { note: '' },
      outputAnchors: [],
      outputs: {},
      selected: false,
    },
  })
}

function put(graph: Graph, id: string, node: GraphNode): Placed {
  return { id, graph: { ...graph, nodes: new Map([...graph.nodes, [id, node]]) } }
}
