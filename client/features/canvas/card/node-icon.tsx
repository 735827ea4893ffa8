import { KindShape } from '#client/components/kind-glyph.tsx'
import type { Kind } from '#shared/kinds.ts'
import type { Summaries } from '../store/catalogue.ts'
import { useCanvas } from '../store/use-canvas.ts'

type Props = { name: string | undefined; kind: Kind; children?: React.ReactNode }

/** A node type's icon in the colour of its output's kind, or the shape of that kind. */
export function NodeIcon({ name, kind, children }: Props) {
  const iconName = useCanvas(({ summaries }) => sharedIcon(summaries, name))
  const characters = useCanvas(({ summaries }) => initialsOf(summaries, name))
  return (
    <span
      className="node-icon centered rigid relative round-6 height-28"
      data-mark={characters === undefined ? undefined : true}
      aria-hidden="true"
    >
      {characters === undefined ? (
        <MaskedIcon iconName={iconName} kind={kind} />
      ) : (
        <Monogram characters={characters} kind={kind} />
      )}
      {children}
    </span>
  )
}

/** A provider's initials, drawn inline, because the palette would request sixty images. */
function Monogram({ characters, kind }: { characters: string; kind: Kind }) {
  return (
    <>
      <svg className="mark-shape absolute fills" viewBox="1.5 1.5 13 13" aria-hidden="true">
        <KindShape kind={kind} />
      </svg>
      <b className="relative semibold">{characters}</b>
    </>
  )
}

function MaskedIcon({ iconName, kind }: { iconName: string | undefined; kind: Kind }) {
  return iconName ? (
    <i style={{ maskImage: `url("/api/v1/node-icon/${encodeURIComponent(iconName)}")` }} />
  ) : (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <KindShape kind={kind} />
    </svg>
  )
}

/** The two characters of a provider's icon name, such as `mark-model-Oa`. */
export function initialsOf(summaries: Summaries, name: string | undefined): string | undefined {
  return /^mark-[a-z]+-(..)$/.exec(summaries.get(name ?? '')?.icon ?? '')?.[1]
}

const firstKinds = new WeakMap<Summaries, Map<string, string>>()

/** The first kind with the same icon: two hundred kinds share about fifty, and each is fetched once. */
function sharedIcon(summaries: Summaries, name: string | undefined): string | undefined {
  const namesByIcon = firstKinds.get(summaries) ?? new Map<string, string>()
  if (!firstKinds.has(summaries)) {
    firstKinds.set(summaries, namesByIcon)
    for (const kind of summaries.values()) {
      namesByIcon.set(kind.icon, namesByIcon.get(kind.icon) ?? kind.name)
    }
  }
  const icon = summaries.get(name ?? '')?.icon
  return icon === undefined ? name : namesByIcon.get(icon)
}
