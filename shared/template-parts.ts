import { z } from 'zod'
import { isoDate } from './dates.ts'
import { thumbnailSchema } from './flows.ts'

export const templatePartSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Excludes notes and frames. */
  nodeCount: z.int(),
  kinds: z.array(z.string()),
  thumbnail: thumbnailSchema,
  createdDate: isoDate,
})
export type TemplatePart = z.infer<typeof templatePartSchema>

/** A whole part: `{ nodes, edges }` as text, with its top left corner at (0, 0). */
export const wholePartSchema = templatePartSchema.extend({ flowData: z.string() })

const card = {
  name: z.string().trim().min(1, 'Enter a name').max(255, 'Use at most 255 characters'),
  description: z.string().trim().max(5_000, 'Use at most 5,000 characters').default(''),
}
export const partCardInput = z.object(card)
export const savePartInput = z.object({
  ...card,
  flowData: z.string().max(2_000_000, 'This part is too large to keep.'),
})
export const renamePartInput = z.object({ id: z.string(), ...card })
export const partIdInput = z.object({ id: z.string() })
