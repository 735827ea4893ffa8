import type { CSSProperties } from 'react'
import type { Chip } from '#client/components/editor/chip.ts'
import { KindGlyph, kindColor } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import './variables.css'

type Props = { token: string; chip: Chip; onOpen: (node: string) => void }

/** A variable by its name; pressing it goes to the node it comes from. */
export function VariableChip({ token, chip, onOpen }: Props) {
  const { canvasFields } = useTexts()
  const { label, kind, broken, node } = chip
  const look = {
    className: 'variable-chip',
    title: token,
    'data-broken': broken,
    style: { '--chip': kindColor(kind) } as CSSProperties,
  }
  const content = (
    <>
      <KindGlyph kind={kind} size={10} silent />
      {label}
    </>
  )
  return node === undefined ? (
    <span {...look}>{content}</span>
  ) : (
    <button
      type="button"
      {...look}
      data-leads=""
      tabIndex={-1}
      aria-label={canvasFields.showSource(label)}
      onClick={() => onOpen(node)}
    >
      {content}
    </button>
  )
}
