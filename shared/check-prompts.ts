import type { Known } from './check-known.ts'
import type { Kinds, Sources } from './flow-endings.ts'
import type { FlowNode } from './flow-file.ts'
import type { FieldIssue } from './flow-issues.ts'
import { isShown } from './nodes.ts'

type PromptContext = {
  net: { nodes: ReadonlyMap<string, FlowNode> }
  kinds: Kinds
  sources: Sources
  known: Known
}

const modelCategories: ReadonlySet<string | undefined> = new Set(['Chat Models', 'LLMs'])

/** Estimates the tokens of a text: four bytes each. */
function countTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / 4)
}

/** Reports a node whose own text and the prompts linked to it exceed its model's context window. */
export function promptIssues(
  id: string,
  node: FlowNode,
  { net, kinds, sources, known }: PromptContext,
): FieldIssue[] {
  const leading = (sources.get(id) ?? []).flatMap((source) => net.nodes.get(source) ?? [])
  const limits = leading.flatMap((each) => windowOf(each, kinds, known) ?? [])
  if (limits.length === 0) {
    return []
  }
  const window = Math.min(...limits)
  const prompts = leading.filter(({ data }) => kinds.get(data.name)?.category === 'Prompts')
  const texts = [node, ...prompts].flatMap((each) => textsOf(each, kinds))
  // Counting tokens is slow, and a text with fewer characters than the window always fits.
  const max = texts.reduce((sum, { text }) => sum + text.length, 0)
  if (max <= window) {
    return []
  }
  const tokens = texts.reduce((sum, { text }) => sum + countTokens(text), 0)
  const maxLength = texts
    .filter(({ owner }) => owner === node)
    .toSorted((a, b) => b.text.length - a.text.length)[0]
  return tokens > window
    ? [{ issue: { name: 'promptTooLong', tokens, window }, ...(maxLength && { field: maxLength.field }) }]
    : []
}

function windowOf({ data }: FlowNode, kinds: Kinds, { windows }: Known): number | undefined {
  const kind = kinds.get(data.name)
  if (!windows || !modelCategories.has(kind?.category)) {
    return undefined
  }
  const { modelName, model } = data.inputs
  const fallback = kind?.inputs.find(({ name }) => name === 'modelName')?.default
  const limit = windows.get(String(modelName || model || fallback))
  return limit !== undefined && limit > 0 ? limit : undefined
}

type Text = { owner: FlowNode; field: string; text: string }

function textsOf(owner: FlowNode, kinds: Kinds): Text[] {
  const { inputs } = owner.data
  const fields = kinds.get(owner.data.name)?.inputs ?? []
  return fields.flatMap((input) => {
    const text = inputs[input.name]
    const counts = input.type === 'string' && isShown(input, inputs)
    return counts && typeof text === 'string' ? [{ owner, field: input.name, text }] : []
  })
}
