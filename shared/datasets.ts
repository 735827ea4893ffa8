import { z } from 'zod'
import { isoDate } from './dates.ts'

export const MAX_ROWS = 1_000

/** Where a row comes from. */
export const rowSources = ['hand', 'csv', 'conversation'] as const

const name = z.string().trim().min(1, 'Enter a name').max(200, 'Use at most 200 characters')
const question = z.string().trim().min(1, 'Write a question').max(32_000, 'Use at most 32,000 characters')
const expected = z.string().max(32_000, 'Use at most 32,000 characters')

export const datasetRowSchema = z.object({
  id: z.string(),
  datasetId: z.string(),
  /** Position from 1. */
  sequenceNo: z.int(),
  input: z.string(),
  /** The expected answer; may be empty for evaluators that need none. */
  output: z.string(),
  mustPass: z.boolean(),
  source: z.enum(rowSources),
  /** Null: those of the data set. */
  evaluatorIds: z.array(z.string()).nullable(),
})
export type DatasetRow = z.infer<typeof datasetRowSchema>

export const datasetSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Null for one created over REST, which any flow may use. */
  flowId: z.string().nullable(),
  evaluatorIds: z.array(z.string()),
  rowCount: z.int(),
  createdDate: isoDate,
  updatedDate: isoDate,
})
export const datasetWithRowsSchema = datasetSchema.extend({ rows: z.array(datasetRowSchema) })
export type DatasetWithRows = z.infer<typeof datasetWithRowsSchema>

export const datasetIdInput = z.object({ id: z.string() })
export const datasetsOfFlowInput = z.object({ flowId: z.string().optional() })

const rowFields = { input: question, output: expected }
const evaluatorIds = z.array(z.string()).max(50)
/** `csv`: CSV text with the columns `input` (or `question`), `output` (or `expected`) and `must_pass`. */
export const createDatasetInput = z.object({
  name,
  description: z.string().max(2_000).default(''),
  flowId: z.string().nullish(),
  csv: z.string().max(5_000_000).optional(),
})
export const updateDatasetInput = z.object({
  id: z.string(),
  name: name.optional(),
  description: z.string().max(2_000).optional(),
  evaluatorIds: evaluatorIds.optional(),
})
export const addRowInput = z.object({
  datasetId: z.string(),
  ...rowFields,
  output: expected.default(''),
  mustPass: z.boolean().default(false),
  evaluatorIds: evaluatorIds.nullable().default(null),
})
export const updateRowInput = z.object({
  id: z.string(),
  input: question.optional(),
  output: expected.optional(),
  mustPass: z.boolean().optional(),
  evaluatorIds: evaluatorIds.nullish(),
})
export const rowIdInput = z.object({ id: z.string() })
export const removeRowsInput = z.object({ ids: z.array(z.string()).min(1).max(MAX_ROWS) })
export const reorderRowsInput = z.object({
  datasetId: z.string(),
  rows: z
    .array(z.object({ id: z.string(), sequenceNo: z.int().min(0) }))
    .min(1)
    .max(MAX_ROWS),
})
export const importRowsInput = z.object({ id: z.string(), csv: z.string().max(5_000_000) })
export const fromConversationsInput = z.object({ id: z.string(), limit: z.int().min(1).max(200).default(10) })
export const addedRowsSchema = z.object({ added: z.int() })
