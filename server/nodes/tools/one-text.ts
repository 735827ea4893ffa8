import type { Json } from '#server/engine/inputs.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord } from '#shared/json.ts'

export function oneText(description: string, name = 'input') {
  return {
    type: 'object',
    properties: { [name]: { type: 'string', description } },
    required: [name],
    additionalProperties: false,
  }
}

/** Models without tool calls pass the bare text, and some models use another parameter name. */
export function textOf(args: Json, name = 'input'): string {
  if (typeof args === 'string') {
    return args
  }
  if (isRecord(args)) {
    const named = args[name] ?? (Object.keys(args).length === 1 ? Object.values(args)[0] : undefined)
    if (typeof named === 'string' || typeof named === 'number') {
      return String(named)
    }
  }
  throw new AppError('INVALID_INPUT', `Give the tool a text named ${name}.`)
}
