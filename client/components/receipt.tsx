import './receipt.css'
import type { ReactNode } from 'react'

type Line = {
  label: ReactNode
  value: ReactNode
  strong?: boolean
  tone?: 'good' | 'bad'
}

export function Leader() {
  return <span className="leader grows" aria-hidden="true" />
}

/** One row of a receipt; must be inside a `<dl>` (`Receipt` or the caller's own). */
export function ReceiptLine({ label, value, strong = false, tone }: Line) {
  return (
    <div
      className="receipt-line flex gap-6 text-13 line-20 text-secondary"
      data-strong={strong || undefined}
      data-tone={tone}
    >
      <dt className="shrinks">{label}</dt>
      <Leader />
      <dd className="monospace text-primary">{value}</dd>
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
    <div className="receipt relative surface outlined round-md" data-torn={torn || undefined}>
      {(title || aside) && (
        <div className="receipt-head flex spread gap-12 text-13 line-20">
          <strong>{title}</strong>
          <span>{aside}</span>
        </div>
      )}
      <dl className="grid gap-4">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity besides their place
          <ReceiptLine key={index} {...line} />
        ))}
        {total && (
          <div className="receipt-total flex wraps spread text-13 semibold">
            <dt>{total.label}</dt>
            <dd>{total.value}</dd>
          </div>
        )}
      </dl>
      {foot && <p className="receipt-foot text-12 line-16 text-tertiary">{foot}</p>}
    </div>
  )
}
