import './receipt.css'
import type { ReactNode } from 'react'

type Line = {
  label: ReactNode
  value: ReactNode
  strong?: boolean
  tone?: 'good' | 'bad'
}

export function Leader() {
  return <span className="leader" aria-hidden="true" />
}

/** One row of a receipt; must be inside a `<dl>` (`Receipt` or the caller's own). */
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
  torn?: boolean
}

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
