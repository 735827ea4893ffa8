import type { Kind } from '#shared/kinds.ts'

export type Chip = {
  label: string
  kind: Kind
  /** The variable has no source any more. */
  broken: boolean
  node?: string | undefined
}
