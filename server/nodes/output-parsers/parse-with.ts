import { z } from 'zod'
import type { Json } from '#server/engine/inputs.ts'
import { AppError } from '#shared/errors.ts'
import { readJson } from './read-json.ts'

export function instructionsFor(schema: z.ZodType): string {
  const shape = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  return `Answer with JSON that fits this JSON schema, and nothing else:\n\`\`\`json\n${shape}\n\`\`\``
}

/** Throws MODEL_OUTPUT with a message that a model can act upon. */
export function parseWith(schema: z.ZodType, text: string, label: string): Json {
  const value = readJson(text)
  if (value === undefined) {
    throw new AppError('MODEL_OUTPUT', `${label}: the answer is no JSON.`)
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) {
    return parsed.data as Json
  }
  const [issue] = parsed.error.issues
  const place = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : ''
  throw new AppError('MODEL_OUTPUT', `${label}: the answer does not fit. ${place}${issue?.message}.`)
}
