import type { FlowFile } from './flow-file.ts'

/** The node of an assistant's flow that stores them, so that drafts, versions and exported flows contain them. */
const AGENT = 'toolAgent'
const INPUT = 'starterPrompts'

/** Undefined for a flow without an assistant's starter prompts, such as one made by another program. */
export function readStarters({ nodes }: Pick<FlowFile, 'nodes'>): string[] | undefined {
  const stored = agentOf(nodes)?.inputs[INPUT]
  return Array.isArray(stored) ? stored.filter((prompt) => typeof prompt === 'string') : undefined
}

/** The flow without them, for the canvas. */
export function withoutStarters<File extends Pick<FlowFile, 'nodes'>>(file: File): File {
  const agent = agentOf(file.nodes)
  if (agent) {
    const { [INPUT]: _, ...inputs } = agent.inputs
    agent.inputs = inputs
  }
  return file
}

const agentOf = (nodes: FlowFile['nodes']) => nodes.find(({ data }) => data.name === AGENT)?.data
