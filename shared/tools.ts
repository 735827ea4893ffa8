import { z } from 'zod'
import { isoDate } from './dates.ts'

export const toolSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  color: z.string(),
  iconSrc: z.string().nullable(),
  /** JSON text: `[{ property, description, type, required }]`. */
  schema: z.string().nullable(),
  /** JavaScript. */
  func: z.string().nullable(),
  createdDate: isoDate,
  updatedDate: isoDate,
})
export type Tool = z.infer<typeof toolSchema>
