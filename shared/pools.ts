import { z } from 'zod'
import { isoDate } from './dates.ts'
import { jobProgressSchema } from './jobs.ts'
import { createStoreInput, updateStoreInput } from './stores.ts'

/** Bytes of all files of one pool, and of one file. */
export const POOL_BYTES = 500 * 1024 * 1024
export const POOL_FILE_BYTES = 50 * 1024 * 1024
export const POOL_SOURCES = 1_000
/** Pools of one account. */
export const MAX_POOLS = 1_000
/** An upload arrives in parts of at most this size. */
export const UPLOAD_PART_BYTES = 4 * 1024 * 1024
/** Pages that are followed from one URL. */
export const POOL_PAGES = 500

/** File extensions a pool can read, with the dot. */
export const poolExtensions = [
  '.pdf',
  '.docx',
  '.xlsx',
  '.pptx',
  '.csv',
  '.html',
  '.htm',
  '.md',
  '.txt',
  '.json',
  '.jsonl',
  '.epub',
] as const

/** In this order. `failed` has a reason; what was indexed before can still be found. */
const poolSourceStates = ['queued', 'reading', 'embedding', 'ready', 'failed'] as const

export const poolSchedules = ['never', 'daily', 'weekly'] as const

export const poolSourceSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['file', 'url', 'text']),
  /** Of a `url` source. */
  url: z.string().nullable(),
  state: z.enum(poolSourceStates),
  progress: jobProgressSchema.nullable(),
  error: z.string().nullable(),
  pages: z.int().nullable(),
  bytes: z.int(),
  chunks: z.int(),
  schedule: z.enum(poolSchedules),
  nextDate: isoDate.nullable(),
  readDate: isoDate.nullable(),
  /** What the last reading changed, in chunks. */
  changes: z.object({ added: z.int(), removed: z.int(), unchanged: z.int() }).nullable(),
  createdDate: isoDate,
})
export type PoolSource = z.infer<typeof poolSourceSchema>

export const poolSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  sources: z.int(),
  ready: z.int(),
  /** Queued, reading or embedding. */
  reading: z.int(),
  failed: z.int(),
  /** With uploads in progress. */
  bytes: z.int(),
  usedIn: z.array(z.object({ id: z.string(), name: z.string() })),
  createdDate: isoDate,
  updatedDate: isoDate,
})
export type PoolSummary = z.infer<typeof poolSummarySchema>

export const poolSchema = poolSummarySchema.extend({
  /** The owner, who pays. Differs from the caller when an admin opens the pool of another user. */
  userId: z.string(),
  items: z.array(poolSourceSchema),
  pagesRead: z.int(),
  /** Of the pool in this month. */
  embeddingTokens: z.int(),
  costMicro: z.int(),
})
export type Pool = z.infer<typeof poolSchema>

export const createPoolInput = createStoreInput
export const updatePoolInput = updateStoreInput
export const poolIdInput = z.object({ id: z.string() })
export const poolSourceInput = z.object({ poolId: z.string(), sourceId: z.string() })

const schedule = z.enum(poolSchedules)

export const addUrlInput = z.object({
  poolId: z.string(),
  url: z
    .url({ protocol: /^https?$/, error: 'Enter a valid URL, such as https://example.com.' })
    .max(2_000, 'Use at most 2,000 characters'),
  /** Pages to read on the same site; 1 reads the page alone. */
  pages: z.int().min(1, 'Read at least 1 page').max(POOL_PAGES, 'Read at most 500 pages').default(1),
  schedule: schedule.default('never'),
})
const sourceName = z.string().trim().min(1, 'Enter a name').max(255, 'Use at most 255 characters')
export const addTextInput = z.object({
  poolId: z.string(),
  name: sourceName,
  text: z.string().trim().min(1, 'Enter a text').max(1_000_000, 'Use at most 1,000,000 characters'),
})
export const renamePoolSourceInput = poolSourceInput.extend({ name: sourceName })
/** Only a `url` source can be read on a schedule. */
export const schedulePoolSourceInput = poolSourceInput.extend({ schedule })
/** All sources when none is named. `failed`: only those that have failed. */
export const rereadPoolInput = z.object({
  poolId: z.string(),
  sourceIds: z.array(z.string()).max(POOL_SOURCES).optional(),
  failed: z.boolean().default(false),
})
/** Replaces the text of a `text` source. A file is replaced by an upload with `replaces`. */
export const replaceTextInput = poolSourceInput.extend({ text: addTextInput.shape.text })

/** Begins an upload, or finds the one that was interrupted: same pool, name and size. */
export const beginUploadInput = z.object({
  poolId: z.string(),
  name: z.string().trim().min(1, 'Enter a name').max(255, 'Use at most 255 characters'),
  bytes: z.int().min(1, 'The file is empty').max(POOL_FILE_BYTES, 'A file may have at most 50 MB.'),
  /** The source whose file is replaced. Its old chunks stay until the new ones are complete. */
  replaces: z.string().optional(),
})
export const uploadInput = z.object({ poolId: z.string(), uploadId: z.string() })
/** `received` is the offset of the next part. */
export const uploadSchema = z.object({
  id: z.string(),
  name: z.string(),
  bytes: z.int(),
  received: z.int(),
  partBytes: z.int(),
})
export type PoolUpload = z.infer<typeof uploadSchema>

export const searchPoolInput = z.object({
  poolId: z.string(),
  query: z.string().trim().min(1, 'Enter a question').max(8_000, 'Use at most 8,000 characters'),
  count: z.int().min(1).max(50).default(10),
})
const passageSchema = z.object({
  /** By which an answer cites it, from 1. */
  number: z.int(),
  /** Null when its source has been removed meanwhile. */
  sourceId: z.string().nullable(),
  sourceName: z.string(),
  page: z.int().nullable(),
  heading: z.string().nullable(),
  text: z.string(),
  /** 0 to 1. */
  score: z.number(),
  /** Place among the chunks of its source, from 1. */
  position: z.int(),
})
export type Passage = z.infer<typeof passageSchema>
export const poolSearchSchema = z.object({
  passages: z.array(passageSchema),
  tokens: z.int(),
  costMicro: z.int(),
  durationMs: z.int(),
})
export type PoolSearch = z.infer<typeof poolSearchSchema>

export const askPoolInput = z.object({
  poolId: z.string(),
  question: z.string().trim().min(1, 'Enter a question').max(8_000, 'Use at most 8,000 characters'),
})
export const poolAnswerSchema = poolSearchSchema.extend({
  /** Cites passages as [1], [2]. Empty when the sources do not answer the question. */
  text: z.string(),
})
export type PoolAnswer = z.infer<typeof poolAnswerSchema>

/** A source's text around one passage, in chunks. */
export const sourceTextInput = poolSourceInput.extend({
  /** The position of the passage, or of any chunk. */
  around: z.int().min(1).default(1),
  /** The text of the passage. It is found even if the source has changed since. */
  passage: z.string().max(100_000).optional(),
  /** Chunks before and after. */
  reach: z.int().min(1).max(50).default(10),
})
export const sourceTextSchema = z.object({
  name: z.string(),
  /** The source is gone: `chunks` has the passage as it was sent. */
  isRemoved: z.boolean(),
  pages: z.int().nullable(),
  createdDate: isoDate.nullable(),
  /** Chunks of the source. */
  total: z.int(),
  /** Position of the passage; null when the source does not contain it any more. */
  passage: z.int().nullable(),
  chunks: z.array(
    z.object({
      position: z.int(),
      text: z.string(),
      /** Characters at the beginning that repeat the end of the chunk before. */
      overlap: z.int(),
      page: z.int().nullable(),
      heading: z.string().nullable(),
    }),
  ),
})
export type SourceText = z.infer<typeof sourceTextSchema>
