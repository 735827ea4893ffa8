import { describeNode } from '#server/engine/describe-node.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import type { NodeTemplate } from '#shared/nodes.ts'
import { bareStep } from '#shared/step-traits.ts'

/** Templates of the server's steps by name. */
export const stepTemplates: ReadonlyMap<string, NodeTemplate> = new Map(
  [...catalogue.values()]
    .map(describeNode)
    .filter(({ category }) => category === 'Agent Flows')
    .map((template) => [template.name, template]),
)

export const stepTemplate = (name: string) => stepTemplates.get(name) ?? bareStep(name)
