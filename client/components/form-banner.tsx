import './form-banner.css'
import type { ReactNode } from 'react'

/** What went wrong with a form as a whole. Plain, because the sign-in page carries it. */
export function FormBanner({
  tone = 'danger',
  children,
}: {
  tone?: 'danger' | 'warning'
  children: ReactNode
}) {
  return (
    <div className="form-banner" data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}
