import type { ReactNode } from 'react'

export function PageBar({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="page-bar row wraps spread gap-12 margin-bottom-16">
      <p className="grows text-tertiary">{text}</p>
      {children}
    </div>
  )
}
