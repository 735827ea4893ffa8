import { KindGlyph } from '#client/components/kind-glyph.tsx'
import type { Kind } from '#shared/kinds.ts'

/** A part of an assistant, such as its model. */
export function PartChip({ kind, text }: { kind: Kind; text: string }) {
  return (
    <span className="assistant-chip inline-row gap-6 text-12 text-secondary outlined round-xs" title={text}>
      <KindGlyph kind={kind} size={10} silent />
      <span className="truncate">{text}</span>
    </span>
  )
}
