import type { ReactNode } from 'react'
import type { TemplateInput } from '#shared/nodes.ts'

/** Props of every field editor. */
export type FieldProps = {
  input: TemplateInput
  /** As it is stored. */
  value: unknown
  /** `typing` marks a change that is part of one long edit. */
  onChange: (value: unknown, typing?: boolean) => void
  /** Id of the control, and of the label that names it. */
  id: string
  labelId: string
  describedBy?: string | undefined
  /** A card has one line for it, a panel has room. */
  place: 'card' | 'panel'
  /** The node it belongs to, if it does. */
  node?: string | undefined
  /** Where it stands below a field of the node, such as `messages/2/content`. Its own name without it. */
  path?: string | undefined
  /** Opens the text in a dialog of its own. */
  onExpand?: (() => void) | undefined
  /** Draws a field within this one. */
  render?: ((props: FieldProps) => ReactNode) | undefined
}

/** Text of a stored value, for editors that show text. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) {
    return ''
  }
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)
}

/** Names of chosen options, stored as JSON text, or as a list by other editors. */
export function namesOf(value: unknown): string[] {
  if (Array.isArray(value)) {
    return value.map(String)
  }
  if (typeof value !== 'string' || value === '') {
    return []
  }
  try {
    const names: unknown = JSON.parse(value)
    return Array.isArray(names) ? names.map(String) : [value]
  } catch {
    return [value]
  }
}
