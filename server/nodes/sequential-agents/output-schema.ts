import type { Json } from '#server/engine/inputs.ts'
import { schemaOf } from '#server/nodes/agent-flows/structured-output.ts'
import { isRecord } from '#shared/json.ts'

const types: Readonly<Record<string, string>> = {
  String: 'string',
  'String Array': 'stringArray',
  Number: 'number',
  Boolean: 'boolean',
  Enum: 'enum',
}

/** The JSON schema of a table of keys; undefined without rows. */
export function schemaOfRows(rows: Json[] | undefined) {
  const keys = (rows ?? []).filter(isRecord) as { [key: string]: Json }[]
  return schemaOf(keys.map((row) => ({ ...row, type: types[String(row.type)] ?? 'string' })))
}
