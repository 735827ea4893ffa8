import type { Json } from '#server/engine/inputs.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord, parseJson } from '#shared/json.ts'
import { readFlowValues, resolveValue, runScript, type StepCall } from './flow-values.ts'

/** Changed keys of the state, from the rows or the code of a step's form. An empty value keeps the old one. */
export async function readPatch(call: StepCall, output: Json): Promise<Record<string, Json>> {
  const { step, label } = call
  const isCode = step.stored(`selectedUpdateStateMemoryTab_${step.nodeId}`) === 'updateStateMemoryCode'
  const code = step.stored('updateStateMemoryCode')
  const rows = rowsIn(step.stored('updateStateMemoryUI'))
  if (!(isCode ? code : rows.length > 0)) {
    return {}
  }
  const values = await readFlowValues(call, output)
  if (!isCode) {
    const changed = rows.map(({ key, value }) => [String(key), resolveValue(value ?? '', values)] as const)
    return Object.fromEntries(changed)
  }
  const returned = await runScript(call, 'state', { code: String(code), values })
  if (returned === null) {
    return {}
  }
  if (!isRecord(returned)) {
    throw new AppError('INVALID_FLOW', `${label}: the code of Update State must return an object.`)
  }
  // Messages are added by the steps themselves.
  const { messages: _, ...patch } = returned
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null)) as Record<
    string,
    Json
  >
}

/** Rows of a table, stored as a list or as JSON text. */
export function rowsIn(stored: unknown): Record<string, Json>[] {
  const rows = typeof stored === 'string' ? parseJson(stored) : stored
  return (Array.isArray(rows) ? rows : []).filter(
    (row): row is Record<string, Json> => isRecord(row) && Boolean(row.key ?? row.variable),
  )
}
