import type { Answer } from './define-node.ts'
import type { Upserted } from './handles.ts'
import type { Json } from './inputs.ts'
import type { Plan } from './plan-flow.ts'
import type { Ports } from './ports.ts'
import type { Reuse } from './reuse.ts'
import type { RunLog } from './run-log.ts'
import type { Turn } from './surroundings.ts'
import type { Trace } from './trace.ts'

export type Run = {
  plan: Plan
  turn: Turn
  ports: Ports
  log: RunLog
  /** Aborted by whoever asked, or by the clock. */
  signal: AbortSignal
  /** Whether somebody listens to the answer while it is written. */
  stream: boolean
  /** Keep inputs, outputs and requests in the log, for who builds the flow. It costs writing, so runs of the API do without. */
  trace?: boolean
  /** Replies that need not be asked for again. */
  reuse?: Reuse | undefined
  /** The run whose replies those are. */
  reuses?: string | undefined
  /** Completes a whole answer, such as post-processing. Memories hear of the turn only after it. */
  finish?: ((found: RunResult) => Promise<RunResult>) | undefined
}

export type RunResult = Omit<Answer, 'text'> & {
  text: string
  /** Of a run that filled a store. */
  upserted?: Upserted
}

/** A run under way: what its steps have made so far. */
export type Execution = Run & {
  built: Map<string, unknown>
  shared: Map<string, Json>
  flowVariables: Map<string, Json>
  ways: Map<string, string>
  answer: RunResult
  tracing: Trace | undefined
}
