import type { NodeDefinition } from '#server/engine/define-node.ts'
import { describeNode } from '#server/engine/describe-node.ts'
import { overridableTypes } from '#shared/flow-providers.ts'
import type { OverridableField } from '#shared/override-list.ts'
import { idOfPart } from './component-flow.ts'
import type { NamedStore } from './stores.repository.ts'
import type { StoreSourceRow } from './stores.table.ts'

/** What an upsert can override of a loader and the index of its store. */
export function listOverridable(
  { vectorStore, embedding, recordManager }: NamedStore,
  { loaderId, splitterId }: StoreSourceRow,
  catalogue: ReadonlyMap<string, NodeDefinition>,
): OverridableField[] {
  const names = [loaderId, splitterId, vectorStore?.name, embedding?.name, recordManager?.name]
  return names.flatMap((name) => {
    const node = name ? catalogue.get(name) : undefined
    return node ? fieldsOf(node) : []
  })
}

function fieldsOf(node: NodeDefinition): OverridableField[] {
  return describeNode(node)
    .inputs.filter(({ type }) => overridableTypes.has(type))
    .map(({ label, name, type }) => ({ node: node.label, nodeId: idOfPart(node.name), label, name, type }))
}
