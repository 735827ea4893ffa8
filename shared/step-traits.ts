import type { FlowNode } from './flow-file.ts'
import type { NodeSummary } from './node-summaries.ts'
import { type NodeTemplate, placeNode } from './nodes.ts'

/** How a step is drawn and linked in files; its form, label and description come from the server's catalogue. */
type Traits = {
  color: string
  /** Branches of the step: one without a name, or these. */
  branches?: readonly string[]
}

const traits: Readonly<Record<string, Traits>> = {
  startAgentflow: { color: '#7EE787' },
  agentAgentflow: { color: '#4DD0E1' },
  llmAgentflow: { color: '#64B5F6' },
  conditionAgentflow: { color: '#FFB938', branches: ['0', '1'] },
  conditionAgentAgentflow: { color: '#ff8fab', branches: ['0', '1'] },
  humanInputAgentflow: { color: '#6E6EFD', branches: ['0', '1'] },
  loopAgentflow: { color: '#FFA07A', branches: [] },
  iterationAgentflow: { color: '#9C89B8' },
  toolAgentflow: { color: '#d4a373' },
  retrieverAgentflow: { color: '#b8bedd' },
  customFunctionAgentflow: { color: '#E4B7FF' },
  httpAgentflow: { color: '#FF7F7F' },
  executeFlowAgentflow: { color: '#a3b18a' },
  directReplyAgentflow: { color: '#4DDBBB', branches: [] },
  requestPersonAgentflow: { color: '#F4A6C0', branches: [] },
  stickyNoteAgentflow: { color: '#fee440', branches: [] },
}

export function traitsOf({ name }: Pick<NodeSummary, 'name'>): Traits {
  return traits[name] ?? { color: '#7EE787' }
}

export const startName = 'startAgentflow'
export const noteStepName = 'stickyNoteAgentflow'

export const isStepKind = (name: string) => name.endsWith('Agentflow')

/** Stands for a kind of step that the server does not have: it can be placed, and the checklist reports it. */
export function bareStep(name: string): NodeTemplate {
  const kind = name.replace(/Agentflow$/, '')
  const label = kind.charAt(0).toUpperCase() + kind.slice(1)
  return {
    ...{ name, label, type: label, version: 1, description: '', category: 'Agent Flows' },
    ...{ baseClasses: [label], tags: [], icon: '', inputs: [], outputs: [] },
  }
}

/** Size in px of a new iteration. */
export const boxSize = { width: 480, height: 260 }

/** The `data` of a new step in the format other editors write. `branches` are the branches it has. */
export function placeStep(template: NodeTemplate, id: string, branches = traitsOf(template).branches) {
  const { outputs: _, ...placed } = placeNode(template, id)
  return {
    ...placed,
    color: traitsOf(template).color,
    ...(branches?.length === 0 && { hideOutput: true }),
    outputAnchors: (branches ?? [template.name]).map((branch) => ({
      id: `${id}-output-${branch}`,
      label: template.label,
      name: template.name,
    })),
    outputs: {},
    selected: false,
  }
}

export function stepType(name: string): 'iteration' | 'stickyNote' | 'agentFlow' {
  return name === 'iterationAgentflow' ? 'iteration' : name === noteStepName ? 'stickyNote' : 'agentFlow'
}

type Ends = { source: string; sourceHandle: string; target: string; targetHandle: string }
type End = Pick<FlowNode, 'data'> & { parentNode?: unknown }

/** The edge in the format of other editors: colours of both ends, the branch of its source, drawn above its box. */
export function describeStepEdge<Given extends Ends>(
  ends: Given,
  { from, to }: { from: End | undefined; to: End | undefined },
) {
  const { source, sourceHandle, target, targetHandle } = ends
  const output = sourceHandle.slice(sourceHandle.lastIndexOf('-') + 1)
  const isHumanInput = from?.data.name === 'humanInputAgentflow'
  const label = isHumanInput
    ? { 0: 'proceed', 1: 'reject' }[output]
    : /^\d+$/.test(output)
      ? output
      : undefined
  return {
    ...ends,
    type: 'agentFlow',
    id: `${source}-${sourceHandle}-${target}-${targetHandle}`,
    ...(from?.parentNode !== undefined && { zIndex: 9999 }),
    data: {
      sourceColor: from?.data.color ?? '',
      targetColor: to?.data.color ?? '',
      ...(label !== undefined && { edgeLabel: label }),
      isHumanInput,
    },
  }
}
