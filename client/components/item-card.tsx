import './item-card.css'
import type { ReactNode } from 'react'
import { KindGlyph } from './kind-glyph.tsx'
import { type RowAction, RowMenu } from './row-menu.tsx'

/** Cards of a list, as many beside each other as fit. */
export function ItemGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className="item-grid grid gap-16 unpadded unlisted" aria-label={label}>
      {children}
    </ul>
  )
}

type Props = {
  name: string
  /** The name is an identifier of code. */
  isCode?: boolean
  menuLabel: string
  actions: readonly RowAction[]
  onOpen: () => void
  children: ReactNode
}

/** A tool, or a source of tools: pressing the card opens it. */
export function ItemCard({ name, isCode, menuLabel, actions, onOpen, children }: Props) {
  return (
    <li
      className="pressed-card item-card stack relative surface outlined round-md"
      data-code={isCode || undefined}
    >
      <div className="item-card-head grid gap-8 items-center">
        <KindGlyph kind="tool" silent />
        <h2 className="shrinks">
          <button
            type="button"
            className="card-link item-open truncate block full-width inherits-font text-primary no-background borderless pressable text-left"
            onClick={onOpen}
          >
            {name}
          </button>
        </h2>
        <RowMenu label={menuLabel} actions={actions} />
      </div>
      {children}
    </li>
  )
}
