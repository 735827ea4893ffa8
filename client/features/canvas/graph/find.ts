import { nodeLabel } from '#client/texts/node-texts.ts'
import { isNote } from '#shared/flow-file.ts'
import type { Graph, GraphNode, Templates } from './flow-graph.ts'
import { withData, withNodes } from './flow-graph.ts'
import { shapeOf } from './shape.ts'

/** Where on the canvas some words stand: in a node's name, id, kind, in a text of it, or in a note. */
export type Match = { node: string; field: string | undefined }

/** Everything that holds the words, node by node in the order of the file, the name of each before its texts. */
export function findOnCanvas(
  graph: Graph,
  words: string,
  templates: Templates,
  fold: (text: string) => string,
): Match[] {
  const wanted = fold(words.trim())
  if (wanted === '') {
    return []
  }
  const holds = (text: string) => fold(text).includes(wanted)
  return [...graph.nodes].flatMap(([id, node]): Match[] => {
    const { label, name } = node.data
    const kind = shapeOf(node, templates).template?.label ?? ''
    const named = [label, nodeLabel(node.data), id, name, kind].some(holds)
    const fields = textsOf(node)
      .filter(([, text]) => holds(text))
      .map(([field]): Match => ({ node: id, field: isNote(node) ? undefined : field }))
    return named && !isNote(node) ? [{ node: id, field: undefined }, ...fields] : fields
  })
}

/** Puts other words into every text that holds some; references to nodes are left alone. Letters count as they are. */
export function replaceInTexts(graph: Graph, words: string, by: string): { graph: Graph; count: number } {
  let count = 0
  const changed = [...graph.nodes].flatMap(([id, node]): [string, GraphNode][] => {
    const inputs = Object.fromEntries(
      textsOf(node).flatMap(([field, text]) => {
        const parts = outsideReferences(text, (part) => part.replaceAll(words, () => by))
        count += parts === text ? 0 : 1
        return parts === text ? [] : [[field, parts]]
      }),
    )
    return Object.keys(inputs).length > 0
      ? [[id, withData(node, { inputs: { ...node.data.inputs, ...inputs } })]]
      : []
  })
  return { count, graph: words !== '' && changed.length > 0 ? withNodes(graph, changed) : graph }
}

function outsideReferences(text: string, change: (part: string) => string): string {
  return text
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('')
}

/** Texts somebody has written: no secrets, no links. */
function textsOf({ data }: GraphNode): [string, string][] {
  const params = Array.isArray(data.inputParams)
    ? (data.inputParams as { name?: unknown; type?: unknown }[])
    : []
  const secret = new Set(params.filter(({ type }) => type === 'password').map(({ name }) => name))
  return Object.entries(data.inputs).flatMap(([field, value]): [string, string][] =>
    typeof value === 'string' && value !== '' && !secret.has(field) && !/^\{\{[^{}]*\}\}$/.test(value)
      ? [[field, value]]
      : [],
  )
}
