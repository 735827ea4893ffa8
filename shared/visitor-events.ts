import { z } from 'zod'
import { storedUploadSchema } from './uploads.ts'

/** What a visitor hears beside the answers. The `id` of each is the number of the last message that was sent. */
export const visitorEventSchema = z.discriminatedUnion('event', [
  /** Whether operators answer instead of AI. Sent at the beginning and after every change. */
  z.object({ event: z.literal('state'), aiDisabled: z.boolean(), sequence: z.int() }),
  z.object({
    event: z.literal('message'),
    id: z.string(),
    sequence: z.int(),
    role: z.enum(['userMessage', 'apiMessage']),
    content: z.string(),
    createdDate: z.iso.datetime(),
    isManualMessage: z.boolean().optional(),
    operatorName: z.string().optional(),
    /** The answer was cut when an operator took over. */
    isCut: z.boolean().optional(),
    fileUploads: z.array(storedUploadSchema).optional(),
  }),
  z.object({ event: z.literal('typing'), operatorName: z.string(), isTyping: z.boolean() }),
])
export type VisitorEvent = z.infer<typeof visitorEventSchema>
