import type { Turn } from './call-context.ts'
import type { Answer } from './define-node.ts'
import type { Upserted } from './handles.ts'
import type { Json } from './inputs.ts'
import type { Plan } from './plan-flow.ts'
import type { Ports } from './ports.ts'
import type { Reuse } from './reuse.ts'
import type { RunLog } from './run-log.ts'
import type { Waiting } from './step-waiting.ts'
import type { Trace } from './trace.ts'

export type Run = {
  plan: Plan
  turn: Turn
  ports: Ports
  log: RunLog
  signal: AbortSignal
  stream: boolean
  /**
   * Logs inputs, outputs and requests for the author of the flow. Off for runs of the API, because the writes cost
   * time.
   */
  trace?: boolean
  reuse?: Reuse | undefined
  reuses?: string | undefined
  /** Completes the answer, such as post-processing. Memories receive the turn only afterwards. */
  finish?: ((found: RunResult) => Promise<RunResult>) | undefined
}

export type RunResult = Omit<Answer, 'text'> & {
  text: string
  /** Set for a run that upserted a store. */
  upserted?: Upserted
}

export type Execution = Run & {
  built: Map<string, unknown>
  shared: Map<string, Json>
  flowVariables: Map<string, Json>
  chosenOutputs: Map<string, string>
  answer: RunResult
  tracing: Trace | undefined
  /** Set while the components of an agent flow's step are built: their calls belong to this step. */
  step?: { key: string; waiting: Waiting; runId: string }
}
