import { describeNode } from '#server/engine/describe-node.ts'
import { conversationChain } from '#server/nodes/chains/conversation-chain.node.ts'
import { chatOpenAI } from '#server/nodes/chat-models/chat-open-ai.node.ts'
import { bufferMemory } from '#server/nodes/memory/buffer-memory.node.ts'
import { chatPromptTemplate } from '#server/nodes/prompts/chat-prompt-template.node.ts'
import { referenceTo } from '#shared/flow-file.ts'
import { type NodeTemplate, placeNode } from '#shared/nodes.ts'

const [model, memory, prompt, chain] = [chatOpenAI, bufferMemory, chatPromptTemplate, conversationChain].map(
  describeNode,
) as [NodeTemplate, NodeTemplate, NodeTemplate, NodeTemplate]
/** Node kind of each column, repeating: half of all nodes are chains with three links each. */
const columns = [model, chain, memory, chain, prompt, chain]
const [wide, high] = [424, 420]

type Source = { input: string; template: NodeTemplate }
const sources: Source[] = [
  { input: 'model', template: model },
  { input: 'memory', template: memory },
  { input: 'chatPromptTemplate', template: prompt },
]

/** A flow of `count` nodes in a grid, with 1.5 times as many edges, each between neighbouring columns or rows. */
export function gridFlow(count: number) {
  const rows = Math.max(1, Math.ceil(Math.sqrt((count * wide) / high / 1.6)))
  const placed = Array.from({ length: count }, (_, index) => {
    const [column, row] = [Math.floor(index / rows), index % rows]
    const template = columns[column % columns.length] ?? chain
    return { id: `${template.name}_${index}`, template, column, row }
  })
  const near = (template: NodeTemplate, column: number, row: number) =>
    placed
      .filter((each) => each.template === template)
      .toSorted((a, b) => distance(a, column, row) - distance(b, column, row))[0]
  const edges = placed.flatMap(({ id, template, column, row }) =>
    template === chain
      ? sources.flatMap(({ input, template: expected }) => {
          const source = near(expected, column, row)
          return source ? [link(source.id, expected, id, input)] : []
        })
      : [],
  )
  const nodes = placed.map(({ id, template, column, row }) => {
    const data = placeNode(template, id)
    const own = edges.filter(({ target }) => target === id)
    const inputs = Object.fromEntries(own.map(({ source, input }) => [input, referenceTo(source)]))
    const position = { x: column * wide, y: row * high }
    return {
      id,
      type: 'customNode',
      position,
      positionAbsolute: position,
      width: 320,
      height: 300,
      data: { ...data, inputs: { ...data.inputs, ...inputs } },
    }
  })
  return { nodes, edges: edges.map(({ input: _, ...edge }) => edge) }
}

function distance(at: { column: number; row: number }, column: number, row: number) {
  return Math.abs(at.column - column) * 2 + Math.abs(at.row - row)
}

function link(source: string, template: NodeTemplate, target: string, input: string) {
  const type = chain.inputs.find(({ name }) => name === input)?.type ?? ''
  const sourceHandle = `${source}-output-${template.name}-${template.baseClasses.join('|')}`
  const targetHandle = `${target}-input-${input}-${type}`
  const id = `${source}-${sourceHandle}-${target}-${targetHandle}`
  return { source, sourceHandle, target, targetHandle, id, type: 'buttonedge', input }
}
