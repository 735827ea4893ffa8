import type { ReactNode } from 'react'

/** Within a box that has other things in it: one sentence, no picture. */
export function NoRows({ children }: { children: ReactNode }) {
  return <p className="no-rows">{children}</p>
}
