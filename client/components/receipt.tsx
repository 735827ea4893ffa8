import './receipt.css'
import type { ReactNode } from 'react'

type Line = {
  label: ReactNode
  value: ReactNode
  /** The line that counts: both sides in bold. */
  strong?: boolean
  tone?: 'good' | 'bad'
}

/** The dots that lead the eye from a word to its figure. */
export function Leader() {
  return <span className="leader" aria-hidden="true" />
}

/** One row of a receipt; stands inside a `<dl>` (`Receipt`, or a card's own). */
export function ReceiptLine({ label, value, strong = false, tone }: Line) {
  return (
    <div className="receipt-line" data-strong={strong || undefined} data-tone={tone}>
      <dt>{label}</dt>
      <Leader />
      <dd>{value}</dd>
    </div>
  )
}

type Props = {
  title?: ReactNode
  aside?: ReactNode
  lines: Line[]
  total?: { label: ReactNode; value: ReactNode }
  foot?: ReactNode
  /** The torn lower edge of something handed over. */
  torn?: boolean
}

/** Money explained: what went in, line by line, and the sum in the largest figures. */
export function Receipt({ title, aside, lines, total, foot, torn = false }: Props) {
  return (
    <div className="receipt" data-torn={torn || undefined}>
      {(title || aside) && (
        <div className="receipt-head">
          <strong>{title}</strong>
          <span>{aside}</span>
        </div>
      )}
      <dl>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity besides their place
          <ReceiptLine key={index} {...line} />
        ))}
        {total && (
          <div className="receipt-total">
            <dt>{total.label}</dt>
            <dd>{total.value}</dd>
          </div>
        )}
      </dl>
      {foot && <p className="receipt-foot">{foot}</p>}
    </div>
  )
}
