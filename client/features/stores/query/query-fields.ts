import type { Values } from '#client/components/node-form/node-values.ts'
import type { NodeTemplate, TemplateInput } from '#shared/nodes.ts'
import { isSearchSetting } from '#shared/stores.ts'

export const TOP_K = 'topK'
export const DEFAULT_TOP_K = 4

export const queryFields = ({ inputs }: NodeTemplate): TemplateInput[] =>
  inputs.filter(({ name, hidden }) => isSearchSetting(name) && !hidden)

/** Settings that a trial changes. Undefined when it changes none. */
export function overridesOf(trial: Values, saved: Values): Values | undefined {
  const changed = Object.entries(trial).filter(([name, value]) => (saved[name] ?? '') !== value)
  return changed.length > 0 ? Object.fromEntries(changed) : undefined
}
