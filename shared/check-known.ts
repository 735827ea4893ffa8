import { valueOrDefault } from './check-node.ts'
import { credentialOf, type FlowNode } from './flow-file.ts'
import type { FieldIssue } from './flow-issues.ts'
import { isShown, type NodeTemplate, paramTypes } from './nodes.ts'

/** Context of a flow. Checks on absent fields are skipped. */
export type Known = {
  credentials?: ReadonlyMap<string, string> | undefined
  /** Without the `$vars.` prefix. */
  variables?: ReadonlySet<string> | undefined
  /** Current names of a dynamic list, by `offerKey`. */
  offered?: ReadonlyMap<string, ReadonlySet<string>> | undefined
  /** Context windows in tokens, by model name. */
  windows?: ReadonlyMap<string, number> | undefined
  /** Ids of the upserted vector stores; absent when unknown. */
  upserted?: ReadonlySet<string> | undefined
}

export function offerKey(nodeId: string, input: string): string {
  return `${nodeId} ${input}`
}

export function checkKnown(
  id: string,
  node: FlowNode,
  kind: NodeTemplate | undefined,
  known: Known,
): FieldIssue[] {
  return [
    ...credentialIssues(node, kind, known),
    ...modelIssues(id, node, kind, known),
    ...variableIssues(node, kind, known),
    ...upsertIssues(id, node, kind, known),
  ]
}

export function credentialIssues(
  { data }: Pick<FlowNode, 'data'>,
  kind: NodeTemplate | undefined,
  { credentials }: Known,
): FieldIssue[] {
  const chosen = credentialOf(data)
  // A node without a credential of its own ignores a leftover one of an older file.
  if (!credentials || chosen === undefined || (kind && !kind.credential)) {
    return []
  }
  const actual = credentials.get(chosen)
  if (actual === undefined) {
    return [{ issue: { name: 'credentialGone' }, field: 'credential' }]
  }
  const fits = kind?.credential?.credentialNames.includes(actual) ?? true
  return fits ? [] : [{ issue: { name: 'credentialMismatch' }, field: 'credential' }]
}

function modelIssues(
  id: string,
  { data }: FlowNode,
  kind: NodeTemplate | undefined,
  { offered }: Known,
): FieldIssue[] {
  if (!offered || !kind) {
    return []
  }
  return kind.inputs.flatMap((input): FieldIssue[] => {
    const names =
      input.type === 'asyncOptions' && !input.freeSolo ? offered.get(offerKey(id, input.name)) : undefined
    const value = valueOrDefault(input, data.inputs[input.name])
    // An empty list means the provider was not reached; a text with `{{…}}` has a value only at run time.
    const missing =
      names && names.size > 0 && typeof value === 'string' && !value.includes('{{') && !names.has(value)
    return missing
      ? [{ issue: { name: 'modelGone', label: input.label, model: value }, field: input.name }]
      : []
  })
}

// `$vars.shop.city` reads a part of `shop`.
const storedVariable = /\{\{\s*\$vars\.([^{}\s.[\]]+)[^{}]*\}\}/g

function variableIssues(
  { data }: FlowNode,
  kind: NodeTemplate | undefined,
  { variables }: Known,
): FieldIssue[] {
  if (!variables || !kind) {
    return []
  }
  const shown = kind.inputs.filter((input) => paramTypes.has(input.type) && isShown(input, data.inputs))
  return shown.flatMap(({ name, label }) => {
    const stored = data.inputs[name]
    const text = typeof stored === 'string' ? stored : JSON.stringify(stored ?? '')
    const requested = text.includes('$vars.')
      ? [...text.matchAll(storedVariable)].map(([, each]) => String(each))
      : []
    return [...new Set(requested)]
      .filter((each) => !variables.has(each))
      .map(
        (each): FieldIssue => ({
          issue: { name: 'unknownVariable', label, token: `$vars.${each}` },
          field: name,
        }),
      )
  })
}

/** Built-in stores index their documents with the first question. */
export const indexedOnFirstUse: ReadonlySet<string> = new Set(['faiss', 'flowtillStore', 'memoryVectorStore'])

/** Documents are connected to the store and were never inserted, so searches find only foreign content. */
function upsertIssues(
  id: string,
  { data }: FlowNode,
  kind: NodeTemplate | undefined,
  { upserted }: Known,
): FieldIssue[] {
  if (kind?.category !== 'Vector Stores' || indexedOnFirstUse.has(data.name)) {
    return []
  }
  const waits = [data.inputs.document ?? []].flat().join('') !== ''
  return upserted && waits && !upserted.has(id) ? [{ issue: { name: 'neverUpserted' } }] : []
}
