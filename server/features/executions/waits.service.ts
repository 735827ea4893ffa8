import type { Store } from '#server/db/store.ts'
import type { ChatService } from '#server/features/chat/chat.service.ts'
import { AppError } from '#shared/errors.ts'
import type { AnswerWait } from '#shared/executions.ts'
import type { StepWait, WaitAnswer } from '#shared/runs.ts'
import * as rows from './executions.repository.ts'
import type { ExecutionsService } from './executions.service.ts'

/** The label of a waiting step is in one of the last pages: it was written shortly before the wait. */
const LOOKED_BACK = 5
const SHOWN = 200

type Deps = {
  store: Store
  executions: Pick<ExecutionsService, 'findOwn'>
  answerWait: ChatService['answerWait']
}

/** Open waits of the flows of a user, and their answers. */
export function createWaitsService({ store, executions, answerWait }: Deps) {
  /** Uncertain calls first, then by deadline, then the oldest. */
  async function list(userId: string) {
    const found = await rows.listOpenWaits(store.db, userId)
    const first = new Map(
      (
        await rows.listFirstPages(
          store.db,
          found.map(({ run }) => run.id),
        )
      ).map(({ runId, events }) => [runId, events]),
    )
    const waits = await Promise.all(
      found.map(async ({ open, run, flow }) => {
        const begun = first.get(run.id)?.find(({ event }) => event.type === 'run_started')?.event
        const { runId, flowId, sessionId, nodeId, openedDate, wait } = open
        return {
          ...{ runId, flowId, sessionId, nodeId, openedDate, wait },
          ...{ flowName: flow.name, costMicro: run.costMicro },
          nodeLabel: await labelOf(runId, nodeId),
          question: begun?.type === 'run_started' ? begun.question.slice(0, SHOWN) : '',
        }
      }),
    )
    return waits.toSorted((a, b) => urgencyOf(a) - urgencyOf(b))
  }

  async function labelOf(runId: string, nodeId: string) {
    const pages = await rows.listLastPages(store.db, runId, LOOKED_BACK)
    for (const { event } of pages.flatMap(({ events }) => events.toReversed())) {
      if (event.type === 'node_started' && event.nodeId === nodeId) {
        return event.label
      }
    }
    return nodeId
  }

  /** The run goes on in the background. Of several answers one succeeds; the others get CONFLICT with the state. */
  async function answer(userId: string, { runId, waitId, answer: type, ...more }: AnswerWait) {
    const { feedback, value, changedArgs } = more
    const { run } = await executions.findOwn(userId, runId)
    const [open] = (await rows.listWaitsOf(store.db, [runId])).filter(({ id }) => id === waitId)
    if (open) {
      requireFitting(open.wait, type)
      requireKnownCalls(open.wait, type, changedArgs)
    }
    const answer: WaitAnswer = {
      type,
      ...(feedback && { feedback }),
      ...(value !== undefined && { value }),
      ...(changedArgs && { changedArgs }),
    }
    await answerWait(run, { waitId, answer, by: { kind: 'user', id: userId } })
    return { runId }
  }

  return { list, answer, count: (userId: string) => rows.countOpenWaits(store.db, userId) }
}

type Answer = AnswerWait['answer']

const fitting: Readonly<Record<StepWait['kind'], readonly Answer[]>> = {
  human: ['proceed', 'reject'],
  approval: ['proceed', 'reject'],
  uncertain: ['done', 'again', 'give_up'],
  // The called flow has a wait of its own, and its answer reaches this one.
  child: [],
}

function requireFitting({ kind }: StepWait, type: Answer) {
  if (!fitting[kind].includes(type)) {
    throw new AppError('INVALID_INPUT', 'This answer does not fit what the execution waits for.')
  }
}

function requireKnownCalls(
  { kind, calls = [] }: StepWait,
  type: Answer,
  changed: WaitAnswer['changedArgs'] = {},
) {
  const known = kind === 'approval' && type === 'proceed' ? calls.map(({ callId }) => callId) : []
  if (Object.keys(changed).some((id) => !known.includes(id))) {
    throw new AppError('INVALID_INPUT', 'Only arguments of the calls to approve can be changed.')
  }
}

function urgencyOf({ wait, openedDate }: { wait: StepWait; openedDate: Date }) {
  if (wait.kind === 'uncertain') {
    return -Number.MAX_SAFE_INTEGER + openedDate.getTime()
  }
  // Those without a deadline come last, oldest first.
  return wait.deadline === undefined
    ? Number.MAX_SAFE_INTEGER / 2 + openedDate.getTime()
    : Date.parse(wait.deadline)
}
