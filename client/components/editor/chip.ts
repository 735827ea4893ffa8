import type { Kind } from '#shared/kinds.ts'

/** A variable as a chip in a text says it. */
export type Chip = {
  label: string
  kind: Kind
  /** Nothing gives it any more. */
  broken: boolean
  /** The node to go to. */
  node?: string | undefined
}
