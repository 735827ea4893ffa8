import { executedItems } from '#server/engine/program/executed-items.ts'
import { actionOf } from '#server/engine/program/wait-action.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { RunsService } from '#server/features/runs/runs.service.ts'
import type { RunRow } from '#server/features/runs/runs.table.ts'
import { AppError } from '#shared/errors.ts'
import type { RunEvent } from '#shared/runs.ts'
import type { Reply } from './questions.ts'
import { hiddenFailure } from './visitor-errors.service.ts'
import { toVisitorReply } from './visitor-reply.ts'

type Deps = { runs: Pick<RunsService, 'eventsOf' | 'waitsOf'> }

/** Replies of runs that have ended or wait, rebuilt from the log. */
export function createPastReplies({ runs }: Deps) {
  /** What the run's caller has received. Throws the error the caller has received. */
  return async function readReply(flow: FlowRow, run: RunRow, messageId: string | null): Promise<Reply> {
    const { id: executionId, chatId, sessionId, state } = run
    if (state === 'failed') {
      throw hiddenFailure(flow)
    }
    if (state === 'stopped') {
      throw new AppError('STOPPED', 'Stopped.')
    }
    const events = await runs.eventsOf(executionId)
    const started = events.find((event) => event.type === 'run_started')
    const shared = {
      ...{
        question: started?.question ?? '',
        chatId,
        chatMessageId: messageId ?? '',
        sessionId,
        executionId,
      },
      ...(run.program === 'control' && { agentFlowExecutedData: executedItems(events) }),
    }
    const [open] = state === 'waiting' ? await runs.waitsOf(executionId) : []
    return open
      ? toVisitorReply({
          ...{ text: open.wait.text, ...shared },
          action: actionOf(open.wait, run.program ?? undefined),
        })
      : toVisitorReply({ ...answerIn(events), ...shared })
  }
}

function answerIn(events: readonly RunEvent[]) {
  const finished = events.findLast((event) => event.type === 'run_finished')
  const { followUpPrompts, ...extras } = finished?.extras ?? {}
  return {
    ...{ text: finished?.text ?? '', ...extras },
    // Encoded twice, as in the first reply.
    ...(followUpPrompts && { followUpPrompts: JSON.stringify(followUpPrompts) }),
  }
}
