import { z } from 'zod'
import { isoDate } from './dates.ts'
import { isRecord, parseJson } from './json.ts'

export const assistantTypes = ['CUSTOM', 'OPENAI', 'AZURE'] as const
export type AssistantType = (typeof assistantTypes)[number]

export const assistantSchema = z.object({
  id: z.string(),
  /** JSON text: name, model, instruction, tools. */
  details: z.string(),
  credential: z.string(),
  iconSrc: z.string().nullable(),
  type: z.enum(assistantTypes),
  createdDate: isoDate,
  updatedDate: isoDate,
})

const details = z.string().max(5_000_000).refine(isObject, 'must be an object as JSON text')
/** Id of a stored credential, or a placeholder for none. */
const credentialId = z.string().max(255)
const iconSrc = z.string().max(1_000_000).nullish()

/** The only fields accepted from forms and imported files. */
export const assistantFields = z.object({
  details,
  credential: credentialId.nullish().transform((id) => id ?? ''),
  iconSrc: iconSrc.transform((source) => source ?? null),
})

export const createAssistantInput = assistantFields.extend({ type: z.enum(assistantTypes).default('CUSTOM') })
export const updateAssistantInput = z.object({
  id: z.string(),
  details: details.optional(),
  credential: credentialId.optional(),
  iconSrc,
  type: z.enum(assistantTypes).optional(),
})
export const assistantIdInput = z.object({ id: z.string() })

function isObject(text: string) {
  return isRecord(parseJson(text))
}
