import { phoneScreen, useMediaQuery } from '#client/components/use-media-query.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { StoreLoader } from '#shared/stores.ts'
import { useLoaderLabel } from './use-loader-label.ts'

const MAX_ON_PHONE = 3

/** Types of the sources with their number, most frequent first. */
export function LoaderTypes({ loaders, max }: { loaders: readonly StoreLoader[]; max: number }) {
  const { stores: texts } = useTexts()
  const labelOf = useLoaderLabel()
  const isPhone = useMediaQuery(phoneScreen)
  const counts = [...Map.groupBy(loaders, ({ loaderId }) => loaderId)]
    .map(([loaderId, { length }]) => ({ label: labelOf(loaderId), count: length }))
    .toSorted((a, b) => b.count - a.count)
  if (counts.length === 0) {
    return <span className="text-tertiary">{texts.noSources}</span>
  }
  const shown = counts.slice(0, isPhone ? MAX_ON_PHONE : max)
  const rest = counts.slice(shown.length)
  return (
    <span className="store-types row gap-6 shrinks">
      {shown.map(({ label, count }) => (
        <span key={label} className="store-type truncate text-secondary backdrop-level1 round-4">
          {label} <b className="monospace text-primary">{count}</b>
        </span>
      ))}
      {rest.length > 0 && (
        <span
          className="store-type text-secondary backdrop-level1 round-4"
          title={rest.map(({ label, count }) => `${label} ${count}`).join('\n')}
        >
          +{rest.length}
        </span>
      )}
    </span>
  )
}
