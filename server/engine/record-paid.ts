import { noUsage } from '#shared/runs.ts'
import { createCallIds } from './past-calls.ts'
import { type CallRecording, recordCall } from './record-call.ts'

/**
 * A charged call of a service other than a model. The price table stores its units as input tokens of `provider`
 * and `model`.
 */
export type PaidCall<Answer> = {
  provider: string
  model: string
  /** Maximum units the call can use (searches, credits, tokens), held in advance. At least 1. */
  max: number
  send(): Promise<Answer>
  /** Units used; all of `most` when the service does not report them. */
  usedBy?(answer: Answer): number | undefined
}

/** Calls with a platform credential are held and charged like a model's; others are made without billing. */
export function recordPaid(recording: CallRecording & { platform: boolean }) {
  const nextCall = createCallIds(recording.nodeId, recording.scope)
  return async <Answer>({ provider, model, max, send, usedBy }: PaidCall<Answer>): Promise<Answer> => {
    if (!recording.platform) {
      return send()
    }
    const held = Math.max(1, Math.ceil(max))
    const callId = nextCall('paid')
    const called = {
      callId,
      provider,
      model,
      paidBy: 'platform',
      worstCase: { input: held, output: 0 },
    } as const
    const sendAndCount = async () => {
      const answer = await send()
      const used = usedBy?.(answer)
      const isReported = used !== undefined && Number.isFinite(used) && used > 0
      const input = isReported ? Math.ceil(used) : held
      return { answer, usage: { ...noUsage, input }, estimated: !isReported }
    }
    return recordCall(recording, called, { send: sendAndCount, sent: held })
  }
}
