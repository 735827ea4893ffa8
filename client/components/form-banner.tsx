import './form-banner.css'
import type { ReactNode } from 'react'

/** Plain HTML instead of Joy components, to keep the sign-in page small. */
export function FormBanner({
  tone = 'danger',
  children,
}: {
  tone?: 'danger' | 'warning'
  children: ReactNode
}) {
  return (
    <div
      className="form-banner text-13 line-18 round-sm"
      data-tone={tone}
      role={tone === 'danger' ? 'alert' : 'status'}
    >
      {children}
    </div>
  )
}
