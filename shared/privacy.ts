import { z } from 'zod'
import { isoDate } from './dates.ts'

/** Of a conversation's days without a message, after which it is removed. */
export const MAX_RETENTION_DAYS = 3_650

const leadSchema = z.object({
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  createdDate: isoDate,
})

/** All that is stored about one visitor of a flow. */
export const visitorDataSchema = z.object({
  exportedDate: isoDate,
  flow: z.object({ id: z.string(), name: z.string() }),
  leads: z.array(leadSchema),
  conversations: z.array(
    z.object({
      chatId: z.string(),
      sessionId: z.string(),
      platform: z.string(),
      startedDate: isoDate,
      updatedDate: isoDate,
      messages: z.array(
        z.object({
          id: z.string(),
          role: z.enum(['userMessage', 'apiMessage']),
          content: z.string(),
          createdDate: isoDate,
          /** Names of files the visitor has sent. */
          files: z.array(z.string()),
          rating: z.string().nullable(),
          comment: z.string().nullable(),
        }),
      ),
      /** Written about the visitor by operators. */
      notes: z.array(z.object({ text: z.string(), createdDate: isoDate })),
    }),
  ),
})
export type VisitorData = z.input<typeof visitorDataSchema>

export const erasedSchema = z.object({ conversations: z.int(), messages: z.int(), leads: z.int() })
export type Erased = z.infer<typeof erasedSchema>
