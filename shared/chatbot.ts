import { z } from 'zod'

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
  starterPrompts: z.array(z.string()),
})
export type ChatOffers = z.infer<typeof chatOffersSchema>
