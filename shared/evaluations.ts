import { z } from 'zod'
import { isoDate } from './dates.ts'
import { changeCount } from './flow-versions.ts'

export const MAX_VERSIONS = 4
/** Scores below are shown as failed. */
export const PASS_LINE = 0.6

export const evaluationStates = ['running', 'completed', 'stopped', 'paused', 'failed'] as const

/** Another model for one node of the version. */
const otherModelSchema = z.object({ nodeId: z.string(), model: z.string().trim().min(1).max(200) })
export type OtherModel = z.infer<typeof otherModelSchema>

/** A version to evaluate: the live one, the draft, or an older one by its id. */
const targetSchema = z.object({
  kind: z.enum(['published', 'draft', 'version']),
  versionId: z.string().optional(),
  model: otherModelSchema.optional(),
})
export type Target = z.infer<typeof targetSchema>

export const evaluationInput = z.object({
  flowId: z.string(),
  datasetId: z.string(),
  targets: z
    .array(targetSchema)
    .min(1, 'Choose at least one version')
    .max(MAX_VERSIONS, `Choose at most ${MAX_VERSIONS} versions`),
  /** Instead of those of the data set and its rows. */
  evaluatorIds: z.array(z.string()).max(50).optional(),
})
export const startEvaluationInput = evaluationInput.extend({ name: z.string().trim().max(200).optional() })

const oneOrMore = z.union([z.string().transform((id) => [id]), z.array(z.string())])
/** As Flowise's clients send it; the newest published version is run. Other fields are ignored. */
export const restEvaluationInput = z.object({
  name: z.string().trim().max(200).optional(),
  chatflowId: oneOrMore.pipe(z.array(z.string()).length(1, 'An evaluation compares versions of one flow')),
  datasetId: z.string(),
  selectedSimpleEvaluators: z.array(z.string()).max(50).default([]),
  selectedLLMEvaluators: z.array(z.string()).max(50).default([]),
  targets: evaluationInput.shape.targets.default([{ kind: 'published' }]),
})

export const evaluationEstimateSchema = z.object({
  rows: z.int(),
  /** Null when a price is unknown. */
  typicalMicro: z.int().nullable(),
  worstMicro: z.int().nullable(),
  judgeTypicalMicro: z.int().nullable(),
})
export type EvaluationEstimate = z.infer<typeof evaluationEstimateSchema>

/** Why a rule gave its score; the text of judges and scripts is `reason`. */
const scoreCauses = [
  'matches',
  'differs',
  'found',
  'missing',
  'forbidden',
  'noJson',
  'schemaMismatch',
  'noNumber',
  'inRange',
  'outOfRange',
  'called',
  'notCalled',
  'tooSlow',
  'failed',
  'said',
] as const

const scoreSchema = z.object({
  evaluatorId: z.string(),
  /** 0 to 1. */
  score: z.number(),
  cause: z.enum(scoreCauses),
  reason: z.string(),
  /** By a person who disagrees; stands beside the score and replaces it in means. */
  corrected: z.number().nullable(),
  costMicro: z.int(),
})
export type Score = z.infer<typeof scoreSchema>

const stepSchema = z.object({
  kind: z.enum(['node', 'tool']),
  label: z.string(),
  ms: z.int().nullable(),
  isSimulated: z.boolean(),
})
export type EvaluatedStep = z.infer<typeof stepSchema>

const resultSchema = z.object({
  versionId: z.string(),
  row: z.int(),
  isDone: z.boolean(),
  /** The run of the answer, for its trace. */
  runId: z.string(),
  answer: z.string(),
  /** Why there is no answer. */
  error: z.string().nullable(),
  /** Mean of the evaluators; null without one, or while the row is not done. */
  score: z.number().nullable(),
  costMicro: z.int(),
  judgeMicro: z.int(),
  latencyMs: z.int(),
  scores: z.array(scoreSchema),
  steps: z.array(stepSchema),
})
export type EvaluationResult = z.infer<typeof resultSchema>

const verdicts = ['better', 'worse', 'none', 'few'] as const
const differenceSchema = z.object({
  mean: z.number(),
  /** Bounds of the 95 % interval; null with too few rows. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  pairs: z.int(),
  verdict: z.enum(verdicts),
})
export type Difference = z.infer<typeof differenceSchema>

const versionSchema = z.object({
  id: z.string(),
  position: z.int(),
  kind: z.enum(['published', 'draft', 'version']),
  number: z.int().nullable(),
  changes: changeCount.nullable(),
  model: otherModelSchema.nullable(),
  /** The model of its answers, or of the first of several. */
  modelName: z.string(),
  done: z.int(),
  mean: z.number().nullable(),
  /** Of one answer. */
  costMicro: z.int(),
  totalMicro: z.int(),
  medianMs: z.int(),
  /** To the first version. */
  difference: differenceSchema.nullable(),
})
export type EvaluatedVersion = z.infer<typeof versionSchema>

export const evaluationHeadSchema = z.object({
  id: z.string(),
  number: z.int(),
  name: z.string(),
  flowId: z.string(),
  datasetId: z.string(),
  datasetName: z.string(),
  state: z.enum(evaluationStates),
  reason: z.string().nullable(),
  rowCount: z.int(),
  done: z.int(),
  total: z.int(),
  spentMicro: z.int(),
  by: z.string(),
  createdDate: isoDate,
  endedDate: isoDate.nullable(),
})

const evaluatedRowSchema = z.object({
  number: z.int(),
  rowId: z.string(),
  input: z.string(),
  output: z.string(),
  mustPass: z.boolean(),
  evaluatorIds: z.array(z.string()),
})
export const evaluationSchema = evaluationHeadSchema.extend({
  evaluators: z.array(z.object({ id: z.string(), name: z.string(), kind: z.string() })),
  versions: z.array(versionSchema),
  rows: z.array(evaluatedRowSchema),
  results: z.array(resultSchema),
  answersMicro: z.int(),
  judgeMicro: z.int(),
  /** The flow's draft or live version has changed since. */
  isOutdated: z.boolean(),
})
export type Evaluation = z.infer<typeof evaluationSchema>

export const evaluationIdInput = z.object({ id: z.string() })
export const evaluationListInput = z.object({
  flowId: z.string().optional(),
  datasetId: z.string().optional(),
})
export const rowOfEvaluationInput = z.object({ id: z.string(), row: z.int() })
export const correctScoreInput = z.object({
  id: z.string(),
  versionId: z.string(),
  row: z.int(),
  evaluatorId: z.string(),
  /** Null takes the correction back. */
  score: z.number().min(0).max(1).nullable(),
})
export const applyModelInput = z.object({ id: z.string(), versionId: z.string() })

export const cheaperModelSchema = z.object({
  nodeId: z.string(),
  label: z.string(),
  model: z.string(),
  /** Of one answer. */
  typicalMicro: z.int(),
})

export const publishGateSchema = z.object({
  isOn: z.boolean(),
  datasetId: z.string().nullable(),
  passLine: z.number().min(0).max(1),
  /** Rows marked as *must pass* reach the pass line. */
  needsMust: z.boolean(),
  /** The score is not worse than the published version's by more than noise. */
  needsNotWorse: z.boolean(),
  /** Percent; null for no limit. */
  maxCostIncrease: z.number().min(0).max(10_000).nullable(),
  /** Null for no limit. */
  maxMedianMs: z.int().min(1).max(3_600_000).nullable(),
})
export type PublishGate = z.infer<typeof publishGateSchema>
export const gateInput = z.object({ flowId: z.string() })
export const saveGateInput = publishGateSchema.extend({ flowId: z.string() })

const publishCheckSchema = z.object({
  kind: z.enum(['must', 'score', 'cost', 'speed', 'run']),
  isPassed: z.boolean(),
  /** `must`: rows that passed of all. `score`: means. `cost`: micro-USD. `speed`: milliseconds. */
  before: z.number().nullable(),
  after: z.number().nullable(),
})
export type PublishCheck = z.infer<typeof publishCheckSchema>
export const publishReportSchema = z.object({
  isOn: z.boolean(),
  isPassed: z.boolean(),
  passLine: z.number(),
  maxCostIncrease: z.number().nullable(),
  maxMedianMs: z.int().nullable(),
  checks: z.array(publishCheckSchema),
  difference: differenceSchema.nullable(),
  /** The run that was checked; null when none has run exactly this version. */
  run: z
    .object({ id: z.string(), number: z.int(), datasetId: z.string(), endedDate: isoDate.nullable() })
    .nullable(),
  /** The failing row to look at first. */
  row: z
    .object({ number: z.int(), input: z.string(), before: z.number().nullable(), after: z.number() })
    .nullable(),
  datasetId: z.string().nullable(),
})
export type PublishReport = z.infer<typeof publishReportSchema>
/** `flowData` as the canvas would publish it; absent for the stored draft. */
export const publishReportInput = z.object({ flowId: z.string(), flowData: z.string().optional() })
