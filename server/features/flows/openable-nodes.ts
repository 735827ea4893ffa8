import type { Catalogue } from '#server/engine/check-flow.ts'
import { isNote, parseFlowFile } from '#shared/flow-file.ts'
import { overridableTypes } from '#shared/flow-providers.ts'
import type { OpenableField, OpenableNode } from '#shared/flow-sections.ts'
import type { OverridableField } from '#shared/override-list.ts'

/** Nodes with the fields a caller may be allowed to override. Nodes of the same label are one entry. */
export function openableNodes(texts: readonly string[], catalogue: Catalogue): OpenableNode[] {
  const found = new Map<string, OpenableNode>()
  for (const node of texts.flatMap(nodesOf)) {
    const definition = catalogue.get(node.data.name)
    const label = node.data.label || node.data.name
    if (definition && !isNote(node)) {
      const fields = Object.entries(definition.inputs)
        .filter(([, { type }]) => overridableTypes.has(type))
        .map(([name, { label: title, type }]) => ({ name, label: title, type }))
      const before = found.get(label)
      found.set(label, {
        label,
        kind: before?.kind ?? definition.label,
        fields: join(before?.fields ?? [], fields),
      })
    }
  }
  return [...found.values()].filter(({ fields }) => fields.length > 0)
}

export function overridableFields(flowData: string, catalogue: Catalogue): OverridableField[] {
  return nodesOf(flowData).flatMap((node) => {
    const { name, label } = node.data
    const definition = isNote(node) ? undefined : catalogue.get(name)
    return fieldsOf(definition?.inputs ?? {}, { node: label || name, nodeId: node.id })
  })
}

function fieldsOf(
  inputs: Readonly<Record<string, { label: string; type: string }>>,
  { node, nodeId }: Pick<OverridableField, 'node' | 'nodeId'>,
) {
  return Object.entries(inputs)
    .filter(([, { type }]) => overridableTypes.has(type))
    .map(([name, { label, type }]) => ({ node, nodeId, label, name, type }))
}

export function readVariables(texts: readonly string[]): string[] {
  const names = texts.flatMap((flowData) => [...flowData.matchAll(/\$vars\.([A-Za-z_][\w-]*)/g)])
  return [...new Set(names.map(([, name]) => name ?? ''))].toSorted()
}

function nodesOf(flowData: string) {
  try {
    return parseFlowFile(flowData).nodes
  } catch {
    // A draft may be invalid; its settings are editable all the same.
    return []
  }
}

function join(fields: readonly OpenableField[], more: readonly OpenableField[]) {
  return [...fields, ...more.filter(({ name }) => !fields.some((field) => field.name === name))]
}
