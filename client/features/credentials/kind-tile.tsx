import { kindColor } from '#client/components/kind-glyph.tsx'
import type { Kind } from '#shared/kinds.ts'

/** Two letters on a tile, glazed in the colour of what the service gives. */
export function KindTile({ label, serves }: { label: string; serves: readonly Kind[] }) {
  return (
    <span
      className="kind-tile"
      aria-hidden="true"
      style={{ '--glaze': kindColor(serves[0] ?? 'value') } as React.CSSProperties}
    >
      {lettersOf(label)}
    </span>
  )
}

const noise = new Set(['API', 'Key'])

/** `Oa` of OpenAI, `An` of Anthropic, `Gg` of Google Generative AI: what every key is called tells nothing. */
export function lettersOf(label: string): string {
  const [first = '', second] = label.split(/\s+/).filter((word) => !noise.has(word))
  const inner = /^.[^\p{Lu}]*(\p{Lu})/u.exec(first)?.[1]
  return first.slice(0, 1).toUpperCase() + (second?.[0] ?? inner ?? first.slice(1, 2)).toLowerCase()
}
