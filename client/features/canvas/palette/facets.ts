import type { NodeSummary } from '#shared/node-summaries.ts'

export const facets = ['ready', 'langChain', 'llamaIndex', 'current'] as const
export type Facet = (typeof facets)[number]

/**
 * Whether a kind of node has all that is asked for: a credential at hand (`owned` are the kinds of those), a framework, and
 * not being on its way out.
 */
export function hasFacets(
  template: NodeSummary,
  wanted: readonly Facet[],
  owned: ReadonlySet<string>,
): boolean {
  const isLlama = template.tags.includes('LlamaIndex')
  const has: Record<Facet, () => boolean> = {
    ready: () => {
      const { credential } = template
      return (
        credential === undefined ||
        credential.optional === true ||
        credential.credentialNames.some((name) => owned.has(name))
      )
    },
    langChain: () => !isLlama,
    llamaIndex: () => isLlama,
    current: () => template.badge !== 'DEPRECATING',
  }
  return wanted.every((facet) => has[facet]())
}
