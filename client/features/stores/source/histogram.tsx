import { formatNumber } from '#client/components/format-money.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { histogramOf, TINY } from './sizes.ts'

const HEIGHT = 64
const BAR = 26
const STEP = 29

/** How long the chunks are. Bars of tiny chunks are amber. */
export function Histogram({ lengths }: { lengths: readonly number[] }) {
  const { stores } = useTexts()
  const texts = stores.source
  const [language] = useLanguage()
  const bars = histogramOf(lengths)
  const highest = Math.max(1, ...bars.map(({ count }) => count))
  const figure = (count: number) => formatNumber(count, language)
  const last = bars.at(-1)?.to ?? 0
  return (
    <figure className="histogram">
      <figcaption className="row spread text-13 margin-bottom-6">
        <strong className="semibold">{texts.sizes}</strong>
        <span className="text-12 text-tertiary">{texts.inCharacters}</span>
      </figcaption>
      <svg
        className="block full-width"
        viewBox={`0 0 ${STEP * bars.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        height={HEIGHT}
        role="img"
        aria-label={bars
          .filter(({ count }) => count > 0)
          .map(({ from, to, count }) => texts.bar(figure(from), figure(to), count))
          .join('; ')}
      >
        {bars.map(({ from, to, count }, place) => {
          const height = count === 0 ? 1 : Math.max(3, (count / highest) * HEIGHT)
          return (
            <rect
              key={from}
              data-tiny={to <= TINY || undefined}
              data-empty={count === 0 || undefined}
              x={place * STEP}
              y={HEIGHT - height}
              width={BAR}
              height={height}
            >
              <title>{texts.bar(figure(from), figure(to), count)}</title>
            </rect>
          )
        })}
      </svg>
      <div className="row spread monospace text-12 text-tertiary" aria-hidden="true">
        <span>0</span>
        <span>{figure(Math.round(last / 2))}</span>
        <span>{figure(last)}</span>
      </div>
    </figure>
  )
}
