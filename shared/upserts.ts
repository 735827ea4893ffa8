import { z } from 'zod'
import { isoDate } from './dates.ts'
import { jobProgressSchema } from './jobs.ts'

/** The body of `POST /vector/upsert/{id}`, as Flowise's clients send it. Unknown keys are ignored. */
export const upsertInput = z.object({
  id: z.string(),
  /** Node id of the store, required when a flow has several. */
  stopNodeId: z.string().max(255).optional(),
  chatId: z.string().max(255).optional(),
  /** Values for node inputs, if the flow's owner allows overrides. */
  overrideConfig: z.record(z.string(), z.unknown()).default({}),
})
export type UpsertInput = z.output<typeof upsertInput>

const documentSchema = z.object({ pageContent: z.string(), metadata: z.record(z.string(), z.json()) })

/** Flowise's IndexingResult. */
export const upsertResultSchema = z.object({
  numAdded: z.int(),
  numDeleted: z.int(),
  numUpdated: z.int(),
  numSkipped: z.int(),
  totalKeys: z.int(),
  addedDocs: z.array(documentSchema),
})
export type UpsertResult = z.infer<typeof upsertResultSchema>

export const upsertCountsSchema = upsertResultSchema.omit({ addedDocs: true })
export type UpsertCounts = z.infer<typeof upsertCountsSchema>

/** PROCESSING, COMPLETED and ERROR are the product spec's; CANCELLED is ours. */
export const upsertStatuses = ['PROCESSING', 'COMPLETED', 'ERROR', 'CANCELLED'] as const

/** Settings of one node of an upsert, as Flowise's history shows them. Connections, secrets and empty inputs are left out. */
const upsertNodeSchema = z.object({
  id: z.string(),
  name: z.string(),
  label: z.string(),
  category: z.string(),
  paramValues: z.array(
    z.object({ name: z.string(), label: z.string(), type: z.string(), value: z.unknown().optional() }),
  ),
})
export type UpsertNode = z.infer<typeof upsertNodeSchema>

/**
 * An entry of the upsert history. Over REST `result` and `flowData` are JSON texts, as Flowise's clients expect. `status`
 * inside `result` mentions "job recovery" while a restarted server goes on with the job.
 */
export const upsertEntrySchema = z.object({
  id: z.string(),
  chatflowid: z.string(),
  status: z.enum(upsertStatuses),
  result: z.string(),
  flowData: z.string(),
  date: isoDate,
})
export type UpsertEntry = z.infer<typeof upsertEntrySchema>

/** What the screens show of an upsert. */
export const upsertRowSchema = z.object({
  id: z.string(),
  /** The flow, store or pool. */
  subjectId: z.string(),
  jobId: z.string(),
  status: z.enum(upsertStatuses),
  /** Undefined until the upsert has completed. */
  counts: upsertCountsSchema.nullable(),
  progress: jobProgressSchema.nullable(),
  error: z.string().nullable(),
  nodes: z.array(upsertNodeSchema),
  /** Node id of the vector store. */
  nodeId: z.string(),
  isDraft: z.boolean(),
  costMicro: z.int(),
  /** Who started it: a user's name, or the name of an API key. */
  by: z.string(),
  date: isoDate,
  endedDate: isoDate.nullable(),
})

export type UpsertView = z.infer<typeof upsertRowSchema>

/** An upsert that goes on, for the status bar. */
export const processingUpsertSchema = z.object({
  id: z.string(),
  subjectId: z.string(),
  name: z.string(),
  /** `knowledge`: of a document store or pool. */
  purpose: z.enum(['flow', 'knowledge']),
  date: isoDate,
})

export type ProcessingUpsert = z.infer<typeof processingUpsertSchema>

export const startedUpsertSchema = z.object({ jobId: z.string(), upsertId: z.string() })

/** Starts an upsert of the draft on the canvas and returns at once. */
export const startUpsertInput = z.object({ flowId: z.string(), nodeId: z.string().max(255) })

export const historyInput = z.object({
  id: z.string(),
  order: z
    .string()
    .transform((text) => text.toUpperCase())
    .pipe(z.enum(['ASC', 'DESC']))
    .default('DESC'),
  limit: z.coerce.number<number>().int().min(1).max(1_000).default(100),
})

export const upsertRowsInput = z.object({
  subjectId: z.string(),
  /** Only this upsert. */
  id: z.string().optional(),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  limit: z.int().min(1).max(1_000).optional(),
})
export const upsertIdInput = z.object({ id: z.string() })

/** Chunks an upsert has added, at most 1,000, and all it has counted. */
export const upsertedChunksSchema = z.object({ chunks: z.array(documentSchema), total: z.int() })

const storeInFlow = z.object({ flowId: z.string(), nodeId: z.string().max(255) })
export const upsertEstimateInput = storeInFlow.extend({
  /** Of the draft as the caller has saved it: the estimate of each is cached apart. */
  revision: z.int().optional(),
})

/** Something the upsert will read: a file, or a loader whose contents are elsewhere. */
const upsertSourceSchema = z.object({
  /** Of the loader. */
  nodeId: z.string(),
  name: z.string(),
  /** Null for sources without pages. */
  pages: z.int().nullable(),
  /** Null when they are known only after an upsert, because the source is on another server. */
  chunks: z.int().nullable(),
  tokens: z.int().nullable(),
  costMicro: z.int().nullable(),
  /** Why it cannot be read. */
  error: z.string().nullable(),
})
export type UpsertSource = z.infer<typeof upsertSourceSchema>

/** Upper bound of an upsert of the draft: unchanged chunks are not embedded again. */
export const upsertEstimateSchema = z.object({
  sources: z.array(upsertSourceSchema),
  chunks: z.int(),
  tokens: z.int(),
  /** Empty for an embedding model that is not known without a run. */
  model: z.string(),
  paidBy: z.enum(['platform', 'owner']),
  /** Per token; null without a price. */
  pricePico: z.int().nullable(),
  costMicro: z.int().nullable(),
  /** Whether all sources are counted. */
  isComplete: z.boolean(),
})
export type UpsertEstimate = z.infer<typeof upsertEstimateSchema>

/** Asks the store of the draft as a flow would. Spends the embedding of the question. */
export const testRetrievalInput = storeInFlow.extend({
  question: z.string().trim().min(1, 'Enter a question').max(8_000),
})
export const retrievedSchema = z.object({
  passages: z.array(documentSchema.extend({ score: z.number().nullable() })),
  costMicro: z.int(),
})

/** Sent instead of the result while the upsert goes on. */
export const acceptedUpsertSchema = startedUpsertSchema.extend({
  status: z.literal('PROCESSING'),
  result: z.string(),
})

export const deleteUpsertsInput = z.object({ ids: z.array(z.string()).min(1).max(1_000) })
export const cancelUpsertInput = z.object({ id: z.string() })
