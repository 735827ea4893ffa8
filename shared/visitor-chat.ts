import { z } from 'zod'
import { appearanceSchema } from './appearance.ts'
import { chatOffersSchema } from './chatbot.ts'
import { startFormSchema } from './start-form.ts'

/** What the chat of a visitor needs to know of a flow before its first question. */
export const visitorChatSchema = z.object({
  id: z.string(),
  name: z.string(),
  appearance: appearanceSchema,
  offers: chatOffersSchema,
  /** Set for an agent flow that starts with a form. */
  startForm: startFormSchema.optional(),
})
export type VisitorChat = z.infer<typeof visitorChatSchema>

/** Why the page of a chat shows none. `message`: the owner's. */
export type RejectedPage = { rejected: 'missing' | 'notAllowed' | 'broken'; message?: string }
/** What the server writes into the page of a chat. */
export type ChatPage = VisitorChat | RejectedPage
