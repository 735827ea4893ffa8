import { z } from 'zod'

/** What comes with a question (facts/rest-table.md R6). */
export const uploadTypes = ['file', 'file:full', 'file:rag', 'audio', 'url'] as const

/** 5 MB in base64 are 7 million letters; a text that was read out of a document has at most 2. */
export const uploadSchema = z.object({
  type: z.string().max(40),
  name: z.string().max(255).default(''),
  mime: z.string().max(255).default(''),
  data: z.string().max(15_000_000).optional(),
})
export type Upload = z.infer<typeof uploadSchema>

export const MAX_UPLOADS = 20

/** As a message keeps it: what has bytes is named, not repeated. */
export const storedUploadSchema = z.object({
  type: z.string(),
  name: z.string(),
  mime: z.string(),
  /** An address; of everything else the bytes are at `GET /get-upload-file`. */
  data: z.string().optional(),
})
export type StoredUpload = z.infer<typeof storedUploadSchema>

export const attachmentSchema = z.object({
  name: z.string(),
  mimeType: z.string(),
  size: z.int(),
  /** Its text, or its bytes in base64 for who asked for those. */
  content: z.string(),
})
export type Attachment = z.infer<typeof attachmentSchema>

/** Megabytes (R4). */
export const IMAGE_MB = 5
export const DOCUMENT_MB = 20
/** Sound is paid by the second, and thin sound is long. */
export const RECORDING_MB = 5
