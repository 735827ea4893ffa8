import { noUsage } from '#shared/runs.ts'
import { type CallRecording, recordCall } from './record-call.ts'

/** A call of a service that is no model. The price table knows its units as input tokens of `provider` and `model`. */
export type PaidCall<Answer> = {
  provider: string
  model: string
  /** The most units it can use, which is what is held: searches, credits, tokens. At least one. */
  max: number
  send(): Promise<Answer>
  /** What it has used; all of `most` where the service does not say. */
  usedBy?(answer: Answer): number | undefined
}

/** With a credential of the house a call is held and charged like a model's; with one's own it is just made. */
export function recordPaid(recording: CallRecording & { platform: boolean }) {
  let count = 0
  return async <Answer>({ provider, model, max, send, usedBy }: PaidCall<Answer>): Promise<Answer> => {
    if (!recording.platform) {
      return send()
    }
    count += 1
    const held = Math.max(1, Math.ceil(max))
    const callId = `${recording.nodeId}:paid:${count}`
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
      const isSaid = used !== undefined && Number.isFinite(used) && used > 0
      const input = isSaid ? Math.ceil(used) : held
      return { answer, usage: { ...noUsage, input }, estimated: !isSaid }
    }
    return recordCall(recording, called, { send: sendAndCount, sent: held })
  }
}
