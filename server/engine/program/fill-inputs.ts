import { isRecord } from '#shared/json.ts'
import type { NodeDefinition } from '../define-node.ts'
import type { Json } from '../inputs.ts'
import { isEditorHtml, toPlainText } from './rich-text.ts'
import { fillStepValue, type StepValues } from './step-values.ts'

type Stored = Record<string, unknown>

/**
 * The stored inputs with all references replaced. Nested configurations and updates of the state are filled when they
 * are used; code is never filled. Without references it is the same object, so what is known of it stays known.
 */
export function fillInputs(definition: NodeDefinition, stored: Stored, values: StepValues): Stored {
  const names = fieldsToFill.get(stored) ?? findFields(definition, stored)
  if (names.length === 0) {
    return stored
  }
  const filled = names.map((name) => [name, fillStepValue(toPlainText(stored[name] as Json), values)])
  return { ...stored, ...Object.fromEntries(filled) }
}

/** Names of the fields with references, by the inputs, which are constant in a planned flow. */
const fieldsToFill = new WeakMap<Stored, readonly string[]>()

function findFields(definition: NodeDefinition, stored: Stored): readonly string[] {
  const names = Object.keys(stored).filter((name) => {
    const type = definition.inputs[name]?.type
    const isLate =
      type === undefined || type === 'code' || name.endsWith('UpdateState') || name.endsWith('Config')
    return !isLate && needsFilling(stored[name])
  })
  fieldsToFill.set(stored, names)
  return names
}

function needsFilling(value: unknown): boolean {
  if (typeof value === 'string') {
    return value.includes('{{') || isEditorHtml(value)
  }
  const items = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : []
  return items.some(needsFilling)
}
