import type { ReactNode } from 'react'

export function PageBar({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="page-bar">
      <p>{text}</p>
      {children}
    </div>
  )
}
