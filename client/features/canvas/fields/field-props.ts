import type { ReactNode } from 'react'
import type { TemplateInput } from '#shared/nodes.ts'

/** Props of every field editor. */
export type FieldProps = {
  input: TemplateInput
  value: unknown
  /** `typing` marks a change within one long edit. */
  onChange: (value: unknown, typing?: boolean) => void
  /** Id of the control; `labelId` is the id of its label. */
  id: string
  labelId: string
  describedBy?: string | undefined
  place: 'card' | 'panel'
  node?: string | undefined
  /** Path below a field of the node, such as `messages/2/content`; defaults to the field's name. */
  path?: string | undefined
  onExpand?: (() => void) | undefined
  render?: ((props: FieldProps) => ReactNode) | undefined
}

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
