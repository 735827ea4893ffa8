import { z } from 'zod'
import { channelKinds } from './channels.ts'
import { chatKey } from './conversations.ts'
import { isoDate } from './dates.ts'
import { storedUploadSchema, uploadSchema } from './uploads.ts'

const chat = { chatflowId: z.string(), chatId: z.string().min(1).max(255) }

/** Identifies the window that has switched, so that it does not read again what it knows. */
const source = z.string().max(64).default('')

export const switchAiInput = z.object({ ...chat, disabled: z.boolean(), clientId: source })
export const switchedSchema = z.object({
  chatId: z.string(),
  disabled: z.boolean(),
  /** Who has switched last, and when. Null when nobody has. */
  switchedBy: z.string().nullable(),
  switchedDate: isoDate.nullable(),
})
export type Switched = z.infer<typeof switchedSchema>

/** Files of one message. */
export const MAX_SENT_FILES = 5

/** Of one message, within the 25 MB of a request. */
export const MAX_SENT_MB = 15

const fileShowing: ReadonlySet<string> = new Set(['web', 'embed', ...channelKinds])

/** Whether files reach the visitor: in a chat of our own, or over a channel. */
export function showsFiles({ platform }: { platform: string }): boolean {
  return fileShowing.has(platform)
}

const sentFileSchema = uploadSchema.pick({ name: true, mime: true }).extend({
  /** `data:<type>;base64,<bytes>` */
  data: z.string().max(21_000_000),
})
export type FileByHand = z.infer<typeof sentFileSchema>

export const writeByHandInput = z
  .object({
    ...chat,
    content: z.string().trim().max(32_000, 'Use at most 32,000 characters'),
    /** Images and documents. */
    files: z.array(sentFileSchema).max(MAX_SENT_FILES).default([]),
    /** A repeated request with the same id stores the message once. */
    id: z.uuid().optional(),
  })
  .refine(({ content, files }) => content !== '' || files.length > 0, {
    error: 'Write a message',
    path: ['content'],
  })
export const handWrittenSchema = z.object({
  id: z.string(),
  chatId: z.string(),
  content: z.string(),
  sequence: z.int(),
  operatorName: z.string(),
  fileUploads: z.array(storedUploadSchema).optional(),
  isManualMessage: z.literal(true),
  createdDate: isoDate,
})
export type HandWritten = z.infer<typeof handWrittenSchema>

const summary = z.string().trim().max(4_000, 'Use at most 4,000 characters')
/** The AI reads the summary before its next answer. */
export const handBackInput = chatKey.extend({ summary, clientId: source })

export const addNoteInput = chatKey.extend({
  text: z.string().trim().min(1, 'Write a note').max(4_000, 'Use at most 4,000 characters'),
})
export const removeNoteInput = chatKey.extend({ id: z.string() })
