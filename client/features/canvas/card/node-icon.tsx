import { KindShape } from '#client/components/kind-glyph.tsx'
import type { Kind } from '#shared/kinds.ts'

type Props = { name: string | undefined; kind: Kind; children?: React.ReactNode }

/** The drawing of a kind of node in the colour of what it gives; the sign of the kind where there is none. */
export function NodeIcon({ name, kind, children }: Props) {
  return (
    <span className="node-icon" aria-hidden="true">
      {name ? (
        <i style={{ maskImage: `url("/api/v1/node-icon/${encodeURIComponent(name)}")` }} />
      ) : (
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <KindShape kind={kind} />
        </svg>
      )}
      {children}
    </span>
  )
}
