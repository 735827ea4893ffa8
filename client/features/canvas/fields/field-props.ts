import type { ReactNode } from 'react'
import type { ComponentConfig } from '#shared/component-config.ts'
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
  /** For a field that chooses a component: the component's settings, stored beside the choice. */
  config?: ComponentConfig | undefined
  onConfig?: ((config: ComponentConfig, typing?: boolean) => void) | undefined
  /** The component this field belongs to. `path` is that of the field that chooses it. */
  component?: { name: string; path: string; config: ComponentConfig } | undefined
  render?: ((props: FieldProps) => ReactNode) | undefined
}
