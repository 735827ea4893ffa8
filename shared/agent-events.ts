import { z } from 'zod'
import { toolCallSchema } from './replies.ts'

/**
 * Key of one step: the node's id and the number of its visit, `llm_0#3`. Steps inside an iteration are prefixed with
 * the iteration's step and the item's index: `iteration_0#1/4/llm_2#1`.
 */
export const stepKey = z.string()

/** What a run of an agent flow starts with. `form` and `webhook` values are objects. */
export const runInputSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('question') }),
  z.object({ kind: z.literal('form'), value: z.record(z.string(), z.json()) }),
  z.object({ kind: z.literal('webhook'), value: z.record(z.string(), z.json()) }),
  z.object({ kind: z.literal('schedule'), value: z.json() }),
])
export type RunInput = z.infer<typeof runInputSchema>

export const waitKinds = ['human', 'approval', 'uncertain', 'child'] as const

/** Why a step waits. The answer names the wait's id, so an answer can never reach another wait. */
export const stepWaitSchema = z.object({
  id: z.string(),
  /**
   * `human`: a Human Input node. `approval`: tool calls of an agent. `uncertain`: a call that may or may not have
   * happened before a crash. `child`: a called flow that waits itself.
   */
  kind: z.enum(waitKinds),
  /** Shown to the person who answers. */
  text: z.string(),
  /** Buttons of Flowise clients. */
  labels: z.object({ proceed: z.string(), reject: z.string() }),
  takesFeedback: z.boolean(),
  /** Calls waiting for approval, or the uncertain one. */
  calls: z.array(z.object({ callId: z.string(), tool: z.string(), args: z.json() })).optional(),
  /** ISO date after which `fallback` is the answer. */
  deadline: z.string().optional(),
  fallback: z.enum(['proceed', 'reject']).optional(),
  /** The waiting run of a called flow. */
  childRunId: z.string().optional(),
})
export type StepWait = z.infer<typeof stepWaitSchema>

export const waitAnswerTypes = ['proceed', 'reject', 'done', 'again', 'give_up', 'child'] as const
export const waitAnswerSchema = z.object({
  type: z.enum(waitAnswerTypes),
  feedback: z.string().optional(),
  value: z.json().optional(),
  /** Arguments that the person has changed, by the call's id. The calls are made with these. */
  changedArgs: z.record(z.string().max(2_000), z.record(z.string(), z.json())).optional(),
})
export type WaitAnswer = z.infer<typeof waitAnswerSchema>

/** A message of the run, which later steps see as history. */
const runtimeMessageSchema = z.object({
  role: z.enum(['user', 'assistant', 'tool']),
  content: z.string(),
  /** The agent that has said it, in files with several agents. */
  name: z.string().optional(),
  /** Calls that a later step runs. */
  toolCalls: z.array(toolCallSchema).optional(),
  /** Of a tool's result: the call it answers. */
  toolCallId: z.string().optional(),
})
export type RuntimeMessage = z.infer<typeof runtimeMessageSchema>

/** Recorded with `node_finished`: resuming decides nothing twice. */
export const stepDecision = {
  key: stepKey.optional(),
  /** The output of the step in the shape of Flowise's executed data. */
  value: z.json().optional(),
  /** The resolved input, shown in executions. */
  stepInput: z.json().optional(),
  /** Outputs whose edges were followed. */
  branches: z.array(z.string()).optional(),
  /** Node ids queued by this step. */
  next: z.array(z.string()).optional(),
  /** Changed keys of the flow's state. */
  patch: z.record(z.string(), z.json()).optional(),
  messages: z.array(runtimeMessageSchema).optional(),
  /** The step is a jump: joins of the nodes behind its target are cleared. */
  jump: z.boolean().optional(),
}
