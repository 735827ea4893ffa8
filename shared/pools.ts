import { z } from 'zod'
import { isoDate } from './dates.ts'
import { jobProgressSchema } from './jobs.ts'
import { createStoreInput, sourceStates, updateStoreInput } from './stores.ts'

/** Bytes of all files of one pool, and of one file. */
export const POOL_BYTES = 500 * 1024 * 1024
export const POOL_FILE_BYTES = 50 * 1024 * 1024
export const POOL_SOURCES = 1_000
/** An upload arrives in parts of at most this size. */
export const UPLOAD_PART_BYTES = 4 * 1024 * 1024

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

export const poolSourceSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['file', 'url', 'text']),
  state: z.enum(sourceStates),
  progress: jobProgressSchema.nullable(),
  error: z.string().nullable(),
  pages: z.int().nullable(),
  bytes: z.int(),
  chunks: z.int(),
  schedule: z.string().nullable(),
  nextDate: isoDate.nullable(),
  readDate: isoDate.nullable(),
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
  reading: z.int(),
  failed: z.int(),
  bytes: z.int(),
  usedIn: z.array(z.object({ id: z.string(), name: z.string() })),
  updatedDate: isoDate,
})
export type PoolSummary = z.infer<typeof poolSummarySchema>

export const poolSchema = poolSummarySchema.extend({
  items: z.array(poolSourceSchema),
  pagesRead: z.int(),
  /** In this month. */
  embeddingTokens: z.int(),
  costMicro: z.int(),
})
export type Pool = z.infer<typeof poolSchema>

export const createPoolInput = createStoreInput
export const updatePoolInput = updateStoreInput
export const poolIdInput = z.object({ id: z.string() })
export const poolSourceInput = z.object({ poolId: z.string(), sourceId: z.string() })

export const addUrlInput = z.object({
  poolId: z.string(),
  url: z.url({ protocol: /^https?$/, error: 'Enter a valid URL, such as https://example.com.' }).max(2_000),
  /** Pages to follow on the same site; 1 reads the page alone. */
  pages: z.int().min(1).max(500).default(1),
  schedule: z.enum(['never', 'daily', 'weekly']).default('never'),
})
export const addTextInput = z.object({
  poolId: z.string(),
  name: z.string().trim().min(1, 'Enter a name').max(255),
  text: z.string().trim().min(1, 'Enter a text').max(1_000_000),
})
export const scheduleSourceInput = poolSourceInput.extend({ schedule: z.enum(['never', 'daily', 'weekly']) })

/** Begins an upload, or finds the one that was interrupted: same pool, name and size. */
export const beginUploadInput = z.object({
  poolId: z.string(),
  name: z.string().min(1).max(255),
  bytes: z.int().min(1, 'The file is empty').max(POOL_FILE_BYTES, 'A file may have at most 50 MB.'),
  /** The source whose file is replaced. Its old chunks stay until the new ones are complete. */
  replaces: z.string().optional(),
})
export const uploadSchema = z.object({ id: z.string(), received: z.int(), partBytes: z.int() })

export const searchPoolInput = z.object({
  poolId: z.string(),
  query: z.string().trim().min(1).max(8_000),
  count: z.int().min(1).max(50).default(10),
})
export const passageSchema = z.object({
  number: z.int(),
  sourceId: z.string().nullable(),
  sourceName: z.string(),
  page: z.int().nullable(),
  heading: z.string().nullable(),
  text: z.string(),
  score: z.number(),
  /** Place in its source: neighbours are read around it. */
  position: z.int(),
})
export type Passage = z.infer<typeof passageSchema>

export const askPoolInput = z.object({ poolId: z.string(), question: z.string().trim().min(1).max(8_000) })
export const poolAnswerSchema = z.object({
  /** Cites passages as [1], [2]. Empty when the sources do not answer the question. */
  text: z.string(),
  passages: z.array(passageSchema),
  tokens: z.int(),
  costMicro: z.int(),
  durationMs: z.int(),
})
export type PoolAnswer = z.infer<typeof poolAnswerSchema>

/** A source's text around one passage, in chunks. */
export const sourceTextInput = poolSourceInput.extend({ around: z.int().min(0).default(0) })
export const sourceTextSchema = z.object({
  name: z.string(),
  total: z.int(),
  chunks: z.array(
    z.object({
      position: z.int(),
      text: z.string(),
      page: z.int().nullable(),
      heading: z.string().nullable(),
    }),
  ),
})
