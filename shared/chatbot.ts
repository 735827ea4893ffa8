import { z } from 'zod'
import { leadFields } from './leads.ts'

const uploadRuleSchema = z.object({
  /** MIME types. The empty one is there because clients have always been sent it. */
  fileTypes: z.array(z.string()),
  /** Megabytes. */
  maxUploadSize: z.number(),
})

/** What may be sent along with a question (facts/rest-table.md R4). */
export const uploadInfoSchema = z.object({
  isSpeechToTextEnabled: z.boolean(),
  isImageUploadAllowed: z.boolean(),
  isRAGFileUploadAllowed: z.boolean(),
  imgUploadSizeAndTypes: z.array(uploadRuleSchema),
  fileUploadSizeAndTypes: z.array(uploadRuleSchema),
})
export type UploadInfo = z.infer<typeof uploadInfoSchema>

/** What our own chat panel offers for a flow as it stands on the canvas. */
export const chatOffersSchema = z.object({
  /** MIME types of pictures the flow's model looks at; none when it sees none. */
  images: z.array(z.string()),
  /** MIME types of documents whose text goes along; null: whatever the server can read. Absent when it takes none. */
  documents: z.array(z.string()).nullable().optional(),
  speech: z.boolean(),
  /** Answers may be rated. */
  feedback: z.boolean(),
  /** The form before the first question, with its fields in order. */
  leads: z
    .object({ title: z.string(), successMessage: z.string(), fields: z.array(z.enum(leadFields)) })
    .optional(),
  /** Answers may be listened to, or are read at once. */
  voice: z.enum(['off', 'asked', 'at-once']),
  starterPrompts: z.array(z.string()),
})
export type LeadForm = NonNullable<z.infer<typeof chatOffersSchema>['leads']>
export type ChatOffers = z.infer<typeof chatOffersSchema>
