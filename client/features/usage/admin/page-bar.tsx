import type { ReactNode } from 'react'

/** What a page of the admin is for, and what can be done on it. */
export function PageBar({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="page-bar">
      <p>{text}</p>
      {children}
    </div>
  )
}
