import type { Writer } from '#server/db/store.ts'
import type { UsageService } from '#server/features/usage/usage.service.ts'
import { countsAnswer } from '#shared/counted-answers.ts'
import { addUsage, type EventOf, noUsage, type RunEvent, type Usage } from '#shared/runs.ts'
import type { RunRow } from './runs.table.ts'

export type Usages = Pick<UsageService, 'reopen' | 'close' | 'costOf'>

type Closing = { run: RunRow; at: number; usage: Usages }

/** Model calls without an end, in their order. */
export function openCalls(events: readonly RunEvent[]): EventOf<'model_called'>[] {
  const ended = new Set(
    events.flatMap((event) =>
      event.type === 'model_finished' || event.type === 'model_stopped' ? event.callId : [],
    ),
  )
  return events.filter((event) => event.type === 'model_called').filter(({ callId }) => !ended.has(callId))
}

/** Ends the model calls that a killed process has left open. Returns their events. */
export async function closeOpenCalls(tx: Writer, past: readonly RunEvent[], closing: Closing) {
  const calls = past.filter((event) => event.type === 'model_called')
  const isPart = past.some((event) => event.type === 'run_started' && event.until !== undefined)
  const closed: RunEvent[] = []
  for (const call of openCalls(past)) {
    const isAnswer = countsAnswer(call, calls.slice(0, calls.indexOf(call)), isPart)
    closed.push(await closeCall(tx, call, isAnswer, closing))
  }
  return closed
}

/** Charged for its prompt alone, the only usage known for certain. */
async function closeCall(
  tx: Writer,
  call: EventOf<'model_called'>,
  isAnswer: boolean,
  { run, at, usage }: Closing,
): Promise<RunEvent> {
  const payer = { ...run, runId: run.id }
  const open = await usage.reopen(tx, payer, call, isAnswer)
  // A call whose result would have been stored with its charge has no result.
  const read = call.isStored ? noUsage : { ...noUsage, input: call.worstCase.input }
  const reason = call.isStored ? ('refused' as const) : ('cut' as const)
  const { callId, nodeId } = call
  const event = {
    ...{ type: 'model_stopped' as const, at, nodeId, callId, reason, text: '' },
    ...{ usage: read, costMicro: usage.costOf(open, read, call.isStored) },
  }
  await usage.close(tx, payer, open, event)
  return event
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
