import type { Json } from '#server/engine/inputs.ts'
import type { StepScope } from '#server/engine/program/step.ts'
import { storedRows } from './step-inputs.ts'

/**
 * Reads the new values of flow state keys from the rows of an `…UpdateState` field. Rows without a key are
 * ignored.
 */
export function readUpdates(step: StepScope, field: string, output: Json): Record<string, Json> {
  const updates = storedRows(step, field).filter(({ key }) => key)
  return Object.fromEntries(
    updates.map(({ key, value }) => [String(key), step.interpolate(value ?? '', output)]),
  )
}
