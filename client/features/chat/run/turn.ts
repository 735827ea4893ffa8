import { noUsage } from '#shared/run-values.ts'
import type { Usage } from '#shared/runs.ts'

/** What one node did for the answer. Times are milliseconds since the run began. */
export type Step = {
  nodeId: string
  label: string
  state: 'running' | 'done' | 'failed'
  startedAt: number
  endedAt: number | undefined
}

export type ModelCall = {
  callId: string
  nodeId: string
  provider: string
  model: string
  paidBy: 'platform' | 'owner'
  startedAt: number
  endedAt: number | undefined
  /** Refused, or broken off by the provider. */
  isFailed: boolean
  isReused?: boolean
  usage: Usage
  costMicro: number
}

/** A tool the flow has called. */
export type ToolUse = {
  callId: string
  nodeId: string
  tool: string
  args: unknown
  /** What it gave, or why it gave nothing; undefined while it is at work. */
  text: string | undefined
  isError: boolean
  isReused: boolean
  startedAt: number
  endedAt: number | undefined
}

/** A search in documents, with how many were found. */
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

/** A question and everything known so far about its answer. */
export type Turn = {
  question: string
  text: string
  thinking: Thinking | undefined
  steps: Step[]
  calls: ModelCall[]
  tools: ToolUse[]
  searches: Search[]
  /** Documents the answer rests on, as they came. */
  sources: unknown[]
  /** Questions to go on with, as JSON text. */
  followUpPrompts: string | undefined
  /** It went no further than this node. */
  until: string | undefined
  /** The node whose words the text is made of. */
  answeringNodeId: string | undefined
  usage: Usage
  costMicro: number
  durationMs: number
  ending: Ending | undefined
}

export function beginTurn(question: string): Turn {
  return {
    question,
    text: '',
    thinking: undefined,
    steps: [],
    calls: [],
    tools: [],
    searches: [],
    sources: [],
    followUpPrompts: undefined,
    until: undefined,
    answeringNodeId: undefined,
    usage: noUsage,
    costMicro: 0,
    durationMs: 0,
    ending: undefined,
  }
}

export function endThinking({ thinking }: Turn, at: number): Thinking | undefined {
  return thinking && { ...thinking, endedAt: thinking.endedAt ?? at }
}
