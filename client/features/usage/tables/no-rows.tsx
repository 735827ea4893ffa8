import type { ReactNode } from 'react'

export function NoRows({ children }: { children: ReactNode }) {
  return <p className="no-rows text-tertiary">{children}</p>
}
