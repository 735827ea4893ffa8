import { KindShape } from '#client/components/kind-glyph.tsx'
import type { Kind } from '#shared/kinds.ts'
import type { Summaries } from '../store/catalogue.ts'
import { useCanvas } from '../store/use-canvas.ts'

type Props = { name: string | undefined; kind: Kind; children?: React.ReactNode }

/** A node type's icon in the colour of its output's kind, or the sign of that kind. */
export function NodeIcon({ name, kind, children }: Props) {
  const drawn = useCanvas(({ summaries }) => sameDrawing(summaries, name))
  const characters = useCanvas(({ summaries }) => initialsOf(summaries, name))
  return (
    <span
      className="node-icon centered rigid relative round-6 height-28"
      data-mark={characters === undefined ? undefined : true}
      aria-hidden="true"
    >
      {characters === undefined ? (
        <Drawing drawn={drawn} kind={kind} />
      ) : (
        <Mark characters={characters} kind={kind} />
      )}
      {children}
    </span>
  )
}

/** A provider's mark, drawn inline: sixty of them in the palette would be sixty requests. */
function Mark({ characters, kind }: { characters: string; kind: Kind }) {
  return (
    <>
      <svg className="mark-shape" viewBox="1.5 1.5 13 13" aria-hidden="true">
        <KindShape kind={kind} />
      </svg>
      <b>{characters}</b>
    </>
  )
}

function Drawing({ drawn, kind }: { drawn: string | undefined; kind: Kind }) {
  return drawn ? (
    <i style={{ maskImage: `url("/api/v1/node-icon/${encodeURIComponent(drawn)}")` }} />
  ) : (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <KindShape kind={kind} />
    </svg>
  )
}

/** The two letters of a provider's icon name, such as `mark-model-Oa`. */
export function initialsOf(summaries: Summaries, name: string | undefined): string | undefined {
  return /^mark-[a-z]+-(..)$/.exec(summaries.get(name ?? '')?.icon ?? '')?.[1]
}

const firsts = new WeakMap<Summaries, Map<string, string>>()

/** The first kind with the same icon: two hundred kinds share about fifty, and each is fetched once. */
function sameDrawing(summaries: Summaries, name: string | undefined): string | undefined {
  const known = firsts.get(summaries) ?? new Map<string, string>()
  if (!firsts.has(summaries)) {
    firsts.set(summaries, known)
    for (const kind of summaries.values()) {
      known.set(kind.icon, known.get(kind.icon) ?? kind.name)
    }
  }
  const icon = summaries.get(name ?? '')?.icon
  return icon === undefined ? name : known.get(icon)
}
