import type { Writer } from '#server/db/store.ts'
import type { UsageService } from '#server/features/usage/usage.service.ts'
import { addUsage, type EventOf, noUsage, type RunEvent, type Usage } from '#shared/runs.ts'
import type { RunRow } from './runs.table.ts'

export type Usages = Pick<UsageService, 'reopen' | 'close' | 'costOf'>

type Closing = {
  run: RunRow
  call: EventOf<'model_called'>
  at: number
  isAnswer: boolean
  usage: Usages
}

/** Ends a model call of a killed process. It is charged for its prompt alone, the only usage known for certain. */
export async function closeCall(tx: Writer, { run, call, at, isAnswer, usage }: Closing) {
  const payer = { ...run, runId: run.id }
  const open = await usage.reopen(tx, payer, call, isAnswer)
  const read = { ...noUsage, input: call.worstCase.input }
  const { callId, nodeId } = call
  const event = {
    ...{ type: 'model_stopped' as const, at, nodeId, callId, reason: 'cut' as const, text: '' },
    ...{ usage: read, costMicro: usage.costOf(open, read) },
  }
  await usage.close(tx, payer, open, event)
  return event
}

export function hasEnded(events: readonly RunEvent[], callId: string): boolean {
  return events.some(
    (event) => (event.type === 'model_finished' || event.type === 'model_stopped') && event.callId === callId,
  )
}

type Total = { usage: Usage; costMicro: number }

export function totalOf(
  events: readonly RunEvent[],
  before: Total = { usage: noUsage, costMicro: 0 },
): Total {
  return events.reduce<Total>(add, before)
}

function add(total: Total, event: RunEvent): Total {
  if (event.type === 'model_finished') {
    return { usage: addUsage(total.usage, event.reply.usage), costMicro: total.costMicro + event.costMicro }
  }
  if (event.type === 'model_stopped') {
    return { usage: addUsage(total.usage, event.usage), costMicro: total.costMicro + event.costMicro }
  }
  return total
}
