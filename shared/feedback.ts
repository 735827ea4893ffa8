import { z } from 'zod'
import { isoDate } from './dates.ts'

export const ratings = ['THUMBS_UP', 'THUMBS_DOWN'] as const
export type Rating = (typeof ratings)[number]

const content = z.string().trim().max(4_000, 'Use at most 4,000 characters')

export const feedbackSchema = z.object({
  id: z.string(),
  chatflowid: z.string(),
  chatId: z.string(),
  messageId: z.string(),
  rating: z.enum(ratings),
  content: z.string().nullable(),
  createdDate: isoDate,
})
export type Feedback = z.infer<typeof feedbackSchema>

/** From a chat client. `chatflowid`, if present, repeats the path parameter. */
export const createFeedbackInput = z.object({
  chatflowid: z.string().optional(),
  chatId: z.string().min(1).max(255),
  messageId: z.string().min(1).max(255),
  rating: z.enum(ratings),
  content: content.optional(),
})
export const changeFeedbackInput = z.object({
  rating: z.enum(ratings).optional(),
  content: content.optional(),
})

/** From the flow's owner. A later rating replaces the earlier one. */
export const rateInput = z.object({
  flowId: z.string(),
  messageId: z.string(),
  rating: z.enum(ratings),
  content: content.optional(),
})

export const feedbackFilter = z.object({
  id: z.string(),
  chatId: z.string().optional(),
  order: z.enum(['ASC', 'DESC']).default('ASC'),
  startDate: z.coerce.date<string>().optional(),
  endDate: z.coerce.date<string>().optional(),
})
