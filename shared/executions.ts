import { z } from 'zod'
import { chatTypes } from './chat.ts'
import { isoDate } from './dates.ts'
import { runStates, stepWaitSchema, waitAnswerSchema, waitAnswerTypes, waitKinds } from './runs.ts'

const filters = {
  flowId: z.string().optional(),
  sessionId: z.string().max(255).optional(),
  /** ISO dates. */
  from: z.coerce.date<string>().optional(),
  to: z.coerce.date<string>().optional(),
}

export const executionListInput = z.object({
  ...filters,
  state: z.enum(runStates).optional(),
  limit: z.int().min(1).max(100).default(30),
  /** `nextCursor` of the previous page. */
  cursor: z.string().max(200).nullish(),
})

const executionLineSchema = z.object({
  id: z.string(),
  flowId: z.string(),
  flowName: z.string(),
  sessionId: z.string(),
  chatType: z.enum(chatTypes),
  state: z.enum(runStates),
  startedDate: isoDate,
  /** Null while it runs or waits. Includes the time it has waited. */
  durationMs: z.int().nullable(),
  tokens: z.int(),
  costMicro: z.int(),
  isPublic: z.boolean(),
  /** The first 200 characters. */
  question: z.string(),
  /** The first open wait. */
  wait: z.object({ id: z.string(), kind: z.enum(waitKinds), text: z.string() }).nullable(),
  /** Why it failed. */
  error: z.string().nullable(),
})
export type ExecutionLine = z.infer<typeof executionLineSchema>

export const executionListSchema = z.object({
  items: z.array(executionLineSchema),
  nextCursor: z.string().nullable(),
})

export const executionCountsInput = z.object(filters)
/** Executions by state, without the filter by state. */
export const executionCountsSchema = z.record(z.enum(runStates), z.int())

const json = z.json().optional()
const milliseconds = z.number()

/** Times in which nothing could run, in milliseconds since the run began. */
const pauses = z.array(z.object({ from: milliseconds, to: milliseconds }))

const visitCallSchema = z.object({
  callId: z.string(),
  kind: z.enum(['model', 'tool']),
  name: z.string(),
  /** `stopped`: a model whose reply was cut off. */
  state: z.enum(['running', 'finished', 'failed', 'stopped']),
  durationMs: milliseconds.nullable(),
  tokens: z.int(),
  costMicro: z.int(),
  input: json,
  output: json,
})
export type VisitCall = z.infer<typeof visitCallSchema>

/** One execution of one node. Times are milliseconds since the run began. */
const visitSchema = z.object({
  key: z.string(),
  nodeId: z.string(),
  label: z.string(),
  /** How often the node had been started there, from 1. */
  round: z.int(),
  /** Its result was taken over from an earlier run. */
  reused: z.boolean(),
  /** Key of the iteration around it, and the index of the item it ran for. */
  parent: z.string().nullable(),
  item: z.int().nullable(),
  state: z.enum(['running', 'waiting', 'finished', 'failed', 'stopped']),
  at: milliseconds,
  endAt: milliseconds.nullable(),
  /** Part of its time in which it waited for an answer. */
  waitedMs: milliseconds,
  input: json,
  output: json,
  /** Changed keys of the flow's state. */
  patch: z.record(z.string(), z.json()).optional(),
  error: z.string().nullable(),
  calls: z.array(visitCallSchema),
  answers: z.array(
    z.object({
      type: z.enum(waitAnswerTypes),
      feedback: z.string().nullable(),
      by: z.string(),
      at: milliseconds,
    }),
  ),
  /** Errors of single items, by their index. */
  itemErrors: z.array(z.object({ item: z.int(), error: z.string() })),
  tokens: z.int(),
  costMicro: z.int(),
})
export type Visit = z.infer<typeof visitSchema>

export const executionDetailSchema = executionLineSchema.extend({
  versionId: z.string(),
  chatId: z.string(),
  visits: z.array(visitSchema),
  initialState: z.record(z.string(), z.json()),
  waitedMs: milliseconds,
  pauses,
  /** How often another process has gone on with it after a crash. */
  recoveries: z.int(),
  answer: z.string().nullable(),
  failedNodeId: z.string().nullable(),
  waits: z.array(stepWaitSchema),
})
export type ExecutionDetail = z.infer<typeof executionDetailSchema>

/** A shared execution: neither costs nor secrets. */
export const sharedExecutionSchema = z.object({
  flowName: z.string(),
  state: z.enum(runStates),
  startedDate: isoDate,
  durationMs: z.int().nullable(),
  waitedMs: milliseconds,
  pauses,
  question: z.string(),
  answer: z.string().nullable(),
  error: z.string().nullable(),
  initialState: z.record(z.string(), z.json()),
  visits: z.array(visitSchema.omit({ costMicro: true, tokens: true, calls: true })),
})

const openWaitSchema = z.object({
  runId: z.string(),
  flowId: z.string(),
  flowName: z.string(),
  sessionId: z.string(),
  nodeId: z.string(),
  nodeLabel: z.string(),
  /** The question the run began with; its first 200 characters. */
  question: z.string(),
  openedDate: isoDate,
  costMicro: z.int(),
  wait: stepWaitSchema,
})
export type OpenWait = z.infer<typeof openWaitSchema>
export const openWaitsSchema = z.array(openWaitSchema)

export const answerWaitInput = z.object({
  runId: z.string(),
  waitId: z.string().max(2_000),
  answer: z.enum(['proceed', 'reject', 'done', 'again', 'give_up']),
  feedback: z.string().trim().max(10_000).optional(),
  value: waitAnswerSchema.shape.value,
  changedArgs: waitAnswerSchema.shape.changedArgs,
})
export type AnswerWait = z.infer<typeof answerWaitInput>

export type SharedExecution = z.infer<typeof sharedExecutionSchema>
export type Pause = z.infer<typeof pauses>[number]
