import { useTexts } from '#client/texts/texts.tsx'
import type { NodeSummary } from '#shared/node-summaries.ts'

export const facets = ['ready', 'langChain', 'llamaIndex', 'deprecated'] as const
export type Facet = (typeof facets)[number]

/**
 * Whether a node type matches the chosen facets: a framework, and a credential among `owned`. Deprecated types match only
 * when that facet is chosen.
 */
export function hasFacets(
  template: NodeSummary,
  target: readonly Facet[],
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
    deprecated: () => true,
  }
  // The browser may have stored a facet of an earlier version.
  return isRequested(template, target) && target.every((facet) => has[facet]?.() ?? true)
}

function isRequested({ badge, tags }: NodeSummary, target: readonly Facet[]): boolean {
  const isLlamaAsked = target.includes('llamaIndex') && tags.includes('LlamaIndex')
  return badge !== 'DEPRECATING' || isLlamaAsked || target.includes('deprecated')
}

/** Node types that match the facets; deprecated ones only if a search finds nothing else. */
export function facetted(
  found: readonly NodeSummary[],
  target: readonly Facet[],
  owned: ReadonlySet<string>,
): readonly NodeSummary[] {
  const shown = found.filter((template) => hasFacets(template, target, owned))
  return shown.length > 0
    ? shown
    : found.filter((template) => hasFacets(template, [...target, 'deprecated'], owned))
}

/** Hides deprecated types while another one is found. */
export function currentFirst(kinds: readonly NodeSummary[]): readonly NodeSummary[] {
  const current = kinds.filter(({ badge }) => badge !== 'DEPRECATING')
  return current.length > 0 ? current : kinds
}

type Props = { chosen: readonly Facet[]; onChoose: (chosen: Facet[]) => void }

/** Frameworks exclude each other. */
const against: Partial<Record<Facet, Facet>> = { langChain: 'llamaIndex', llamaIndex: 'langChain' }

/** Filters of the palette. */
export function FacetBar({ chosen, onChoose }: Props) {
  const { board } = useTexts()
  return (
    <fieldset className="facet-bar" aria-label={board.facetsLabel}>
      {facets.map((facet) => {
        const isOn = chosen.includes(facet)
        return (
          <button
            key={facet}
            type="button"
            aria-pressed={isOn}
            title={board.facetHints[facet]}
            onClick={() =>
              onChoose(
                isOn
                  ? chosen.filter((each) => each !== facet)
                  : [...chosen.filter((each) => each !== against[facet]), facet],
              )
            }
          >
            {board.facets[facet]}
          </button>
        )
      })}
    </fieldset>
  )
}
