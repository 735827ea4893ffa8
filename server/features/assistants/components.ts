import type { Catalogue } from '#server/engine/check-flow.ts'
import type { NodeDefinition } from '#server/engine/define-node.ts'
import { describeNode } from '#server/engine/describe-node.ts'
import { type NodeTemplate, paramTypes } from '#shared/nodes.ts'

/** The nodes an assistant can be made of, as Flowise lists them. Each works alone, without connected nodes. */
export function listComponents(catalogue: Catalogue): { chatmodels: NodeTemplate[]; tools: NodeTemplate[] } {
  const alone = [...catalogue.values()].filter(({ tags = [], inputs }) => {
    const handles = Object.values(inputs).filter(({ type }) => !paramTypes.has(type))
    return !tags.includes('LlamaIndex') && handles.every((input) => 'optional' in input && input.optional)
  })
  return {
    chatmodels: alone.filter(({ category }) => category === 'Chat Models').map(describeNode),
    tools: alone.filter(isTool).map(describeNode),
  }
}

function isTool({ category, baseClasses }: NodeDefinition) {
  return category.startsWith('Tools') && baseClasses.includes('Tool')
}
