import type { Chip } from '#client/components/editor/chip.ts'
import type { Graph } from './flow-graph.ts'
import { labelIn } from './labels.ts'
import type { Profile, Variable } from './variables.ts'

export type TextPart = { text: string } | { token: string; name: string }

const pattern = /\{\{([^{}\n]+)\}\}/g

/** A text cut into words and the variables it names. */
export function splitTokens(text: string): TextPart[] {
  const parts: TextPart[] = []
  let done = 0
  for (const match of text.matchAll(pattern)) {
    parts.push({ text: text.slice(done, match.index) }, tokenPart(match))
    done = match.index + match[0].length
  }
  return [...parts, { text: text.slice(done) }].filter((part) => !('text' in part) || part.text !== '')
}

function tokenPart([token, inner = '']: RegExpExecArray): TextPart {
  return { token, name: inner.trim() }
}

type Known = { offered: readonly Variable[]; graph: Graph; profile: Profile; varsKnown: boolean }

/** How a token is drawn; undefined for braces around something that is no variable, which stay text. */
export function chipOf(name: string, { offered, graph, profile, varsKnown }: Known): Chip | undefined {
  const found = offered.find((variable) => isPart(name, variable.name))
  if (found) {
    const rest = name.slice(found.name.length)
    return { label: `${found.label}${rest}`, kind: found.kind, broken: false, node: found.node }
  }
  const source = sourceOf(name, graph, profile)
  if (source !== undefined) {
    const label = labelIn(graph, source)
    return { label, kind: 'any', broken: true, ...(graph.nodes.has(source) && { node: source }) }
  }
  if (/^\$(vars|form|flow)\./.test(name)) {
    const broken = name.startsWith('$flow.') ? name.startsWith('$flow.state.') : varsKnown
    return { label: name, kind: 'value', broken }
  }
  return /^(\$iteration|\$webhook|output)\b/.test(name) && profile === 'control'
    ? { label: name, kind: 'value', broken: false }
    : undefined
}

/** The variables of a text that nothing gives. */
export function brokenIn(text: string, known: Known): string[] {
  const chips = splitTokens(text).flatMap((part) => ('name' in part ? [chipOf(part.name, known)] : []))
  return [...new Set(chips.flatMap((chip) => (chip?.broken ? [chip.label] : [])))]
}

/** A text with the values of the last run in the place of its variables; what has none stays as it is written. */
export function fillTokens(text: string, lookUp: (name: string) => string | undefined): string {
  return splitTokens(text)
    .map((part) => ('text' in part ? part.text : (lookUp(part.name) ?? part.token)))
    .join('')
}

// `node_0.data.instance.title` is part of what `node_0.data.instance` gives.
function isPart(name: string, whole: string): boolean {
  return name === whole || (name.startsWith(whole) && /^[.[]/.test(name.slice(whole.length)))
}

function sourceOf(name: string, graph: Graph, profile: Profile): string | undefined {
  const [head = '', ...path] = name.split('.')
  if (path[0] === 'data' && path[1] === 'instance') {
    return head
  }
  return profile === 'control' && (graph.nodes.has(head) || /^[a-z]\w*Agentflow_\d+$/.test(head))
    ? head
    : undefined
}
