import { AppError } from '#shared/errors.ts'
import { type EventOf, noUsage, type Usage } from '#shared/runs.ts'
import type { RunLog } from './run-log.ts'

export type CallRecording = {
  nodeId: string
  log: RunLog
  signal: AbortSignal
  /** Names the node whose service it is in a fault of the call. */
  blame(error: unknown): unknown
}

type Called = Pick<EventOf<'model_called'>, 'callId' | 'provider' | 'model' | 'paidBy' | 'worstCase'>
type Done<Answer> = { answer: Answer; usage: Usage; estimated: boolean }

/**
 * A call that gives no text: held before it is made, charged for what it has used, and for `sent` when it ended without an
 * answer and without a clear no.
 */
export async function recordCall<Answer>(
  { nodeId, log, signal, blame }: CallRecording,
  called: Called,
  { send, sent }: { send(): Promise<Done<Answer>>; sent: number },
): Promise<Answer> {
  const { callId } = called
  const blamed = (error: unknown): never => {
    throw signal.aborted ? error : blame(error)
  }
  signal.throwIfAborted()
  await log.append({ type: 'model_called', nodeId, ...called }).catch(blamed)
  try {
    const { answer, usage, estimated } = await send()
    log.note({ type: 'model_finished', nodeId, callId, reply: { text: '', usage, estimated } })
    return answer
  } catch (error) {
    const reason = signal.aborted ? 'aborted' : isNo(error) ? 'refused' : 'cut'
    const usage = reason === 'refused' ? noUsage : { ...noUsage, input: sent }
    log.note({ type: 'model_stopped', nodeId, callId, reason, text: '', usage })
    return blamed(error)
  }
}

/** Nothing was made, nothing is billed. Silence until the clock ran out may have cost. */
function isNo(error: unknown) {
  return error instanceof AppError && error.code !== 'TIMED_OUT'
}
