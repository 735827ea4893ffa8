import { noUsage } from '#shared/run-values.ts'
import type { EventOf, StepWait, Usage, WaitAnswer } from '#shared/runs.ts'

/** A node's part in the answer. Times are milliseconds since the run began. */
export type Step = {
  /** The node's id, or in agent flows the key of one visit. */
  key: string
  nodeId: string
  label: string
  state: 'running' | 'waiting' | 'done' | 'failed'
  startedAt: number
  endedAt: number | undefined
  /** Set for an iteration. */
  items?: { total: number; done: number } | undefined
}

/** A question to a person that has been answered. */
export type AnsweredWait = {
  wait: StepWait
  answer: WaitAnswer
  /** Undefined until the server reports it. */
  by: EventOf<'wait_answered'>['by'] | undefined
}

export type ModelCall = {
  callId: string
  nodeId: string
  provider: string
  model: string
  paidBy: 'platform' | 'owner'
  startedAt: number
  endedAt: number | undefined
  /** Rejected or aborted by the provider. */
  isFailed: boolean
  isReused?: boolean
  usage: Usage
  costMicro: number
}

export type ToolUse = {
  callId: string
  nodeId: string
  tool: string
  args: unknown
  /** Result or error message; undefined while the call runs. */
  text: string | undefined
  isError: boolean
  isReused: boolean
  startedAt: number
  endedAt: number | undefined
}

export type Search = {
  callId: string
  nodeId: string
  found: number | undefined
  startedAt: number
  endedAt: number | undefined
}

export type Ending =
  | { type: 'finished' }
  | { type: 'stopped' }
  | {
      type: 'failed'
      code: string
      message: string
      nodeId: string | undefined
      label: string | undefined
    }

type Thinking = { text: string; startedAt: number; endedAt: number | undefined }

export type Turn = {
  question: string
  text: string
  thinking: Thinking | undefined
  steps: Step[]
  calls: ModelCall[]
  tools: ToolUse[]
  searches: Search[]
  /** Source documents, in their order of arrival. */
  sources: unknown[]
  /** Annotations of the files that an assistant has made. */
  files: readonly unknown[]
  /** Follow-up questions as JSON text. */
  followUpPrompts: string | undefined
  /** The node at which the run was stopped. */
  until: string | undefined
  answeringNodeId: string | undefined
  /** Questions the run waits for; it goes on when one is answered. */
  waits: StepWait[]
  /** The run has stopped until a wait is answered. */
  isParked: boolean
  answered: AnsweredWait[]
  usage: Usage
  costMicro: number
  durationMs: number
  ending: Ending | undefined
}

export function startTurn(question: string): Turn {
  return {
    question,
    text: '',
    thinking: undefined,
    steps: [],
    calls: [],
    tools: [],
    searches: [],
    sources: [],
    files: [],
    followUpPrompts: undefined,
    until: undefined,
    answeringNodeId: undefined,
    waits: [],
    isParked: false,
    answered: [],
    usage: noUsage,
    costMicro: 0,
    durationMs: 0,
    ending: undefined,
  }
}

export function endThinking({ thinking }: Turn, at: number): Thinking | undefined {
  return thinking && { ...thinking, endedAt: thinking.endedAt ?? at }
}
