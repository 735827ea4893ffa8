import { z } from 'zod'
import { isoDate } from './dates.ts'
import {
  loaderInput,
  storeIdInput,
  storeSchema,
  storeStatuses,
  updateStoreInput,
  vectorConfigInput,
} from './stores.ts'
import { upsertResultSchema } from './upserts.ts'

export const jsonRecord = z.record(z.string(), z.json())

/** Flowise's row of a store: its lists and settings are JSON texts. */
export const storeRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  loaders: z.string(),
  whereUsed: z.string(),
  status: z.enum(storeStatuses),
  vectorStoreConfig: z.string().nullable(),
  embeddingConfig: z.string().nullable(),
  recordManagerConfig: z.string().nullable(),
  createdDate: isoDate,
  updatedDate: isoDate,
})

export const storePageInput = z.object({
  page: z.coerce.number<number>().int().min(1).optional(),
  limit: z.coerce.number<number>().int().min(1).max(1_000).optional(),
})
export const storePageSchema = z.union([
  z.array(storeSchema),
  z.object({ data: z.array(storeSchema), total: z.int() }),
])

const configText = z.string().max(1_000_000).nullish()
/** Settings are JSON texts `{"name": …, "config": {…}}`; null clears them. Loaders have calls of their own. */
export const changeStoreInput = updateStoreInput.extend({
  vectorStoreConfig: configText,
  embeddingConfig: configText,
  recordManagerConfig: configText,
})

export const sourceInput = z.object({ storeId: z.string(), loaderId: z.string() })
/** Without settings, the loader is read as it was saved. */
export const processInput = loaderInput.extend({
  id: z.string(),
  loaderId: z.string().min(1).max(255).optional(),
  loaderConfig: jsonRecord.optional(),
})
export const renameSourceInput = sourceInput.extend({
  name: z.string().trim().min(1, 'Enter a name').max(255, 'Use at most 255 characters'),
})
/** A cron expression of 5 or 6 fields, in UTC; null for never. */
export const scheduleSourceInput = sourceInput.extend({ schedule: z.string().trim().max(100).nullable() })
/** All sources when none is named. */
export const storeSourcesInput = z.object({
  id: z.string(),
  sourceIds: z.array(z.string()).max(1_000).optional(),
})
export const startedJobSchema = z.object({ jobId: z.string() })
export const startedJobsSchema = z.object({ jobIds: z.array(z.string()) })

/** With an embedding model that is not saved yet, the estimate is made for it. */
export const storeEstimateInput = storeSourcesInput.extend({
  embeddingName: z.string().max(255).nullish(),
  embeddingConfig: jsonRecord.nullish(),
})

export const storeConfigsInput = z.object({ id: z.string(), loaderId: z.string() })

/** Flowise's body of `vectorstore/update`. */
export const updateVectorInput = vectorConfigInput.pick({
  storeId: true,
  vectorStoreName: true,
  vectorStoreConfig: true,
})
export const removeVectorsInput = z.object({ storeId: z.string(), docId: z.string().optional() })

export const insertResultSchema = upsertResultSchema.extend({
  whereUsed: z.array(z.object({ id: z.string(), name: z.string() })),
  totalChars: z.int(),
  totalChunks: z.int(),
})

export const connectionSchema = z.object({
  isConnected: z.boolean(),
  timeMs: z.int(),
  /** Why it is not connected, and what to do. */
  error: z.string().nullable(),
})

export const toolDescriptionInput = storeIdInput.extend({
  selectedChatModel: z.object({
    name: z.string().min(1).max(255),
    inputs: jsonRecord.default({}),
    credential: z.string().max(255).optional(),
  }),
})

/** A question with the chunk it should find. */
export const testQuestionSchema = z.object({
  question: z.string().trim().min(1, 'Enter a question').max(8_000),
  chunkId: z.string().max(255),
})
export const testResultSchema = z.object({
  /** In the order of the questions. Ranks begin at 1; null when the chunk was not found. */
  ranks: z.array(z.int().nullable()),
  found: z.int(),
  timeTaken: z.int(),
  date: isoDate,
})
export const testSetSchema = z.object({
  questions: z.array(testQuestionSchema),
  result: testResultSchema.nullable(),
})
export const saveTestSetInput = storeIdInput.extend({ questions: z.array(testQuestionSchema).max(100) })
/** `inputs` override the vector store's saved inputs; such a trial is not stored as the last result. */
export const runTestSetInput = storeIdInput.extend({ inputs: jsonRecord.optional() })
