import { hasPort, type NodeSummary } from '#shared/node-summaries.ts'
import type { NodeTemplate } from '#shared/nodes.ts'

const known = new WeakMap<NodeSummary, NodeTemplate>()

/** A template with the ports of a kind and nothing else: enough to tell what it can be linked to, too little to place it. */
export function portsOnly(kind: NodeSummary): NodeTemplate {
  const template = known.get(kind) ?? build(kind)
  known.set(kind, template)
  return template
}

function build({ credential, inputs, outputs, ...card }: NodeSummary): NodeTemplate {
  return {
    ...card,
    type: card.baseClasses[0] ?? card.name,
    ...(credential && {
      credential: { ...credential, name: 'credential', label: '', type: 'credential' },
    }),
    inputs: inputs.filter(hasPort).map((input) => ({ label: input.name, ...input })),
    outputs: outputs.map((output) => ({ label: output.name, ...output })),
  }
}
