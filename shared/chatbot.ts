import { z } from 'zod'
import { leadFields } from './lead-fields.ts'

const uploadRuleSchema = z.object({
  /** MIME types. The empty one is included because clients have always received it. */
  fileTypes: z.array(z.string()),
  /** Megabytes. */
  maxUploadSize: z.number(),
})

export const uploadInfoSchema = z.object({
  isSpeechToTextEnabled: z.boolean(),
  isImageUploadAllowed: z.boolean(),
  isRAGFileUploadAllowed: z.boolean(),
  imgUploadSizeAndTypes: z.array(uploadRuleSchema),
  fileUploadSizeAndTypes: z.array(uploadRuleSchema),
})
export type UploadInfo = z.infer<typeof uploadInfoSchema>

export const chatOffersSchema = z.object({
  /** MIME types of images that the flow's model accepts; empty when it accepts none. */
  images: z.array(z.string()),
  /** MIME types of documents whose text is added; null: every readable type. Absent when none are accepted. */
  documents: z.array(z.string()).nullable().optional(),
  speech: z.boolean(),
  feedback: z.boolean(),
  leads: z
    .object({ title: z.string(), successMessage: z.string(), fields: z.array(z.enum(leadFields)) })
    .optional(),
  /** `asked`: answers can be played; `at-once`: they play automatically. */
  voice: z.enum(['off', 'asked', 'at-once']),
  starterPrompts: z.array(z.string()),
})
export type LeadForm = NonNullable<z.infer<typeof chatOffersSchema>['leads']>
export type ChatOffers = z.infer<typeof chatOffersSchema>
