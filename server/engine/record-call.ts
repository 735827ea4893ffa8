import { AppError } from '#shared/errors.ts'
import { type EventOf, noUsage, type Usage } from '#shared/runs.ts'
import type { EmbeddedTexts } from './document-ports.ts'
import { attemptId, attemptsIn, pastOf } from './past-calls.ts'
import type { RunLog } from './run-log.ts'
import { throwIfWaiting, type Waiting } from './step-waiting.ts'

export type CallRecording = {
  nodeId: string
  /** Prefix of the call ids; the node's id by default. */
  scope?: string | undefined
  waiting?: Waiting | undefined
  /** Steps of agent flows only. */
  runId?: string | undefined
  log: RunLog
  signal: AbortSignal
  /** Attributes a call's error to the node that owns the service. */
  blame(error: unknown): unknown
}

type Called = Pick<
  EventOf<'model_called'>,
  'callId' | 'provider' | 'model' | 'paidBy' | 'worstCase' | 'isStored'
>
type Sending<Answer> = {
  send(): Promise<Done<Answer>>
  sent: number
  /** For embeddings that are stored with their charge. */
  toEmbedded?: ((answer: Answer) => EmbeddedTexts) | undefined
}
type Done<Answer> = { answer: Answer; usage: Usage; estimated: boolean }

/**
 * A paid call without a text reply: funds are held before it, and its usage is charged; `sent` is charged when it
 * ended without a response or an explicit rejection.
 */
export async function recordCall<Answer>(
  { nodeId, log, signal, waiting, blame }: CallRecording,
  called: Called,
  { send, sent, toEmbedded }: Sending<Answer>,
): Promise<Answer> {
  // The value is not recorded: an interrupted step makes the call again, as an attempt of its own.
  const callId = attemptId(called.callId, attemptsIn(pastOf(log, called.callId)) + 1)
  const blamed = (error: unknown): never => {
    throw signal.aborted ? error : blame(error)
  }
  signal.throwIfAborted()
  throwIfWaiting(waiting)
  await log.append({ type: 'model_called', nodeId, ...called, callId }).catch(blamed)
  try {
    const { answer, usage, estimated } = await send()
    const finished = {
      type: 'model_finished',
      nodeId,
      callId,
      reply: { text: '', usage, estimated },
    } as const
    if (toEmbedded && log.appendEmbedded) {
      await log.appendEmbedded(finished, toEmbedded(answer))
    } else {
      log.note(finished)
    }
    return answer
  } catch (error) {
    const reason = reasonOf(error, signal.aborted, called)
    const usage = reason === 'refused' ? noUsage : { ...noUsage, input: sent }
    log.note({ type: 'model_stopped', nodeId, callId, reason, text: '', usage })
    return blamed(error)
  }
}

/** Nothing is charged for a result that would have been stored with its charge, and was not. */
function reasonOf(error: unknown, isAborted: boolean, { isStored }: Called) {
  if (isStored) {
    return 'refused'
  }
  if (isAborted) {
    return 'aborted'
  }
  return isNo(error) ? 'refused' : 'cut'
}

/** Explicit rejections: nothing was generated or billed. A timeout may have cost something. */
function isNo(error: unknown) {
  return error instanceof AppError && error.code !== 'TIMED_OUT'
}
