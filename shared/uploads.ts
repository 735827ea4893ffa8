import { z } from 'zod'

/** 5 MB in base64 are 7 million characters; a text extracted from a document has at most 2 million. */
export const uploadSchema = z.object({
  type: z.string().max(40),
  name: z.string().max(255).default(''),
  mime: z.string().max(255).default(''),
  data: z.string().max(15_000_000).optional(),
})
export type Upload = z.infer<typeof uploadSchema>

export const MAX_UPLOADS = 20

export const storedUploadSchema = z.object({
  type: z.string(),
  name: z.string(),
  mime: z.string(),
  /** A URL; the bytes of all other files are at `GET /get-upload-file`. */
  data: z.string().optional(),
})
export type StoredUpload = z.infer<typeof storedUploadSchema>

export const attachmentSchema = z.object({
  name: z.string(),
  mimeType: z.string(),
  size: z.int(),
  /** Text, or base64 bytes if requested. */
  content: z.string(),
})
export type Attachment = z.infer<typeof attachmentSchema>

/** Megabytes. */
export const IMAGE_MB = 5
export const DOCUMENT_MB = 20
/** Sound is billed by the second, and highly compressed sound is long. */
export const RECORDING_MB = 5
