import { useTexts } from '#client/texts/texts.tsx'
import { type Facet, facets } from './facets.ts'

type Props = { chosen: readonly Facet[]; onChoose: (chosen: Facet[]) => void }

/** One framework rules the other out. */
const against: Partial<Record<Facet, Facet>> = { langChain: 'llamaIndex', llamaIndex: 'langChain' }

/** Narrows the list to kinds of node of a sort. */
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
