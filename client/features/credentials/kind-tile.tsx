import { kindColor } from '#client/components/kind-glyph.tsx'
import type { Kind } from '#shared/kinds.ts'

export function KindTile({ name, serves }: { name: string; serves: readonly Kind[] }) {
  return (
    <span
      className="kind-tile rigid surface outlined round-sm items-centered inline-grid"
      aria-hidden="true"
      style={{ '--glaze': kindColor(serves[0] ?? 'value') } as React.CSSProperties}
    >
      <i
        className="height-26"
        style={{ maskImage: `url("/api/v1/components-credentials-icon/${encodeURIComponent(name)}")` }}
      />
    </span>
  )
}
