import { Alert } from '@mui/joy'
import type { ReactNode } from 'react'

/** What went wrong with a form as a whole. */
export function FormBanner({
  tone = 'danger',
  children,
}: {
  tone?: 'danger' | 'warning'
  children: ReactNode
}) {
  return (
    <Alert color={tone} variant="soft" role={tone === 'danger' ? 'alert' : 'status'} sx={{ fontSize: 13 }}>
      {children}
    </Alert>
  )
}
