import { z } from 'zod'
import { isoDate } from './dates.ts'

export const assistantTypes = ['CUSTOM', 'OPENAI', 'AZURE'] as const

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
export type Assistant = z.infer<typeof assistantSchema>
