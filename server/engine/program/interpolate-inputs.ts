import { isRecord } from '#shared/json.ts'
import type { NodeDefinition } from '../define-node.ts'
import type { Json } from '../inputs.ts'
import { isEditorHtml, toPlainText } from './rich-text.ts'
import { interpolateStepValue, type StepValues } from './step-values.ts'

type Stored = Record<string, unknown>

/**
 * The stored inputs with all references interpolated. Nested configurations and updates of the state follow when they
 * are used; code never does. Without references it is the same object, so values cached for it stay valid.
 */
export function interpolateInputs(definition: NodeDefinition, stored: Stored, values: StepValues): Stored {
  const names = interpolatedFields.get(stored) ?? findFields(definition, stored)
  if (names.length === 0) {
    return stored
  }
  const interpolated = names.map((name) => [
    name,
    interpolateStepValue(toPlainText(stored[name] as Json), values),
  ])
  return { ...stored, ...Object.fromEntries(interpolated) }
}

/** Names of the fields with references, by the inputs, which are constant in a planned flow. */
const interpolatedFields = new WeakMap<Stored, readonly string[]>()

function findFields(definition: NodeDefinition, stored: Stored): readonly string[] {
  const names = Object.keys(stored).filter((name) => {
    const type = definition.inputs[name]?.type
    const isLate =
      type === undefined || type === 'code' || name.endsWith('UpdateState') || name.endsWith('Config')
    return !isLate && hasReference(stored[name])
  })
  interpolatedFields.set(stored, names)
  return names
}

function hasReference(value: unknown): boolean {
  if (typeof value === 'string') {
    return value.includes('{{') || isEditorHtml(value)
  }
  const items = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : []
  return items.some(hasReference)
}
