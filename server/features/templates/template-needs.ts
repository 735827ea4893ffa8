import type { Catalogue } from '#server/engine/check-flow.ts'
import type { FlowFile, FlowNode } from '#shared/flow-file.ts'
import { isNote } from '#shared/flow-file.ts'
import { kindOf } from '#shared/kinds.ts'
import type { Template, TemplateType } from '#shared/templates.ts'

export function findNeeds(kinds: readonly string[], catalogue: Catalogue, owned: ReadonlySet<string>) {
  const credentials = new Map(
    kinds.flatMap((name) => {
      const { credential, credentialOptional } = catalogue.get(name) ?? {}
      return credential && !credentialOptional ? [[credential.name, credential.label] as const] : []
    }),
  )
  return {
    credentials: [...credentials].map(([kind, label]) => ({ kind, label, ready: owned.has(kind) })),
    missing: kinds.filter((name) => !(catalogue.has(name) || isNoteName(name))),
  }
}

const isNoteName = (name: string) => name === 'stickyNote' || name === 'stickyNoteAgentflow'

export function kindsIn({ nodes }: FlowFile): string[] {
  return [...new Set(nodes.filter((node) => !isNote(node)).map(({ data }) => data.name))]
}

export function typeOf({ nodes }: FlowFile): Exclude<TemplateType, 'Tool'> {
  if (nodes.some(({ type }) => type === 'agentFlow' || type === 'iteration')) {
    return 'AgentflowV2'
  }
  const agents = new Set<unknown>(['Sequential Agents', 'Multi Agents'])
  return nodes.some(({ data }) => agents.has(data.category)) ? 'Agentflow' : 'Chatflow'
}

const MAX_STEPS = 12

/** One line per node, each after the nodes it depends on. */
export function describeSteps({ nodes, edges }: FlowFile): Template['steps'] {
  const cards = nodes.filter((node) => !isNote(node))
  const depths = new Map<string, number>()
  const depthOf = (id: string, way: readonly string[]): number => {
    const known = depths.get(id)
    if (known !== undefined || way.includes(id)) {
      return known ?? 0
    }
    const sources = edges.filter(({ target }) => target === id).map(({ source }) => source)
    const depth = Math.max(-1, ...sources.map((source) => depthOf(source, [...way, id]))) + 1
    depths.set(id, depth)
    return depth
  }
  return cards
    .map((node) => ({ node, depth: depthOf(node.id, []) }))
    .toSorted((a, b) => a.depth - b.depth)
    .slice(0, MAX_STEPS)
    .map(({ node }) => describeStep(node))
}

function describeStep({ data }: FlowNode) {
  const classes = Array.isArray(data.baseClasses) ? data.baseClasses.map(String) : []
  const text = typeof data.description === 'string' ? data.description : ''
  return { label: data.label || data.name, text, kind: kindOf(classes) }
}
