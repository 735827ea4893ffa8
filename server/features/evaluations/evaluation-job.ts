import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '#server/db/store.ts'
import type { Ports } from '#server/engine/ports.ts'
import type { ChatService } from '#server/features/chat/chat.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { RunningJob } from '#server/features/jobs/jobs.service.ts'
import { AppError } from '#shared/errors.ts'
import type { Score } from '#shared/evaluations.ts'
import { settle } from './attempts.ts'
import * as rows from './evaluations.repository.ts'
import type {
  EvaluationResultRow,
  EvaluationRow,
  EvaluationRowRow,
  EvaluationVersionRow,
  StoredEvaluator,
} from './evaluations.table.ts'
import { createJudge, type JudgeDeps } from './judge.ts'
import { readSteps } from './read-steps.ts'
import { answerRunId, judgeRunId } from './run-ids.ts'
import { type Answered, scoreAnswer } from './score.ts'

type Deps = Omit<JudgeDeps, 'priceCall'> & {
  store: Store
  flows: Pick<FlowsService, 'find'>
  chat: Pick<ChatService, 'askVersion' | 'priceCall'>
  runCode: Ports['runCode']
  processId: string
}

/** Answers at a time. Providers limit requests, and the owner's visitors come first. */
const AT_ONCE = 4
/** How long answers under way may go on after a stop, so that what was begun is not paid for nothing. */
const GRACE_MS = 20_000

type Work = {
  evaluation: EvaluationRow
  flow: FlowRow
  versions: ReadonlyMap<string, EvaluationVersionRow>
  byNumber: ReadonlyMap<number, EvaluationRowRow>
  job: RunningJob
  /** Aborted some time after the job: ends answers under way. */
  signal: AbortSignal
}

/** The work of an evaluation's job: answers and scores what is open. Each result is stored in a transaction of its own. */
export function createEvaluationJob(deps: Deps) {
  const { store, flows, chat, runs, processId } = deps
  const { judge } = createJudge({ ...deps, priceCall: chat.priceCall })

  async function run(job: RunningJob): Promise<null> {
    const { evaluationId } = job.row.input as { evaluationId: string }
    const evaluation = await rows.findEvaluation(store.db, evaluationId)
    if (!evaluation) {
      throw new AppError('NOT_FOUND', 'This evaluation does not exist.')
    }
    const versions = await rows.listVersions(store.db, evaluationId)
    const rowsOf = await rows.listRows(store.db, evaluationId)
    const grace = withGrace(job.signal)
    const work = {
      ...{ evaluation, job, signal: grace.signal, flow: await flows.find(evaluation.flowId) },
      versions: new Map(versions.map((version) => [version.id, version])),
      byNumber: new Map(rowsOf.map((row) => [row.number, row])),
    }
    const open = await rows.listPending(store.db, evaluationId)
    const total = versions.length * rowsOf.length
    let done = total - open.length
    try {
      await inParallel(open, job.signal, async (result) => {
        await workOn(result, work)
        done += 1
        job.report({ unit: 'rows', done, total })
      })
    } finally {
      grace.clear()
    }
    job.signal.throwIfAborted()
    return null
  }

  async function workOn(result: EvaluationResultRow, { signal, job, ...work }: Work) {
    const version = work.versions.get(result.versionId)
    const row = work.byNumber.get(result.row)
    if (!(version && row)) {
      return
    }
    const { evaluation, flow } = work
    const ask = async (runId: string) => {
      const asked = { question: row.input, runId, owner: processId }
      const { run: answering, reply } = await chat.askVersion(flow, version, asked)
      const stop = () => answering.stop(stopReason(signal))
      signal.addEventListener('abort', stop, { once: true })
      await reply(false).finally(() => signal.removeEventListener('abort', stop))
    }
    const answered = await settle(answerRunId(result), ask, { runs, signal })
    const steps = readSteps(answered.events)
    const judged = {
      ...{ flowId: flow.id, input: row.input, expected: row.output, answer: answered.text, steps },
      ...{ costMicro: answered.costMicro, latencyMs: answered.latencyMs },
    }
    const scores: Score[] = []
    for (const evaluator of evaluation.evaluators.filter(({ id }) => row.evaluatorIds.includes(id))) {
      const score =
        answered.error === null
          ? await scoreOne(evaluator, judged, { flow, result, signal })
          : { score: 0, cause: 'failed' as const, reason: answered.error, costMicro: 0 }
      scores.push({ evaluatorId: evaluator.id, corrected: null, ...score })
    }
    await store.transaction(async (tx) => {
      // Throws when another process has taken the job over.
      await job.storeResult(tx, null)
      await rows.updateResult(tx, result, {
        ...{
          isDone: true,
          runId: answered.runId,
          answer: answered.text,
          error: answered.error,
          scores,
          steps,
        },
        ...{ costMicro: answered.costMicro, latencyMs: answered.latencyMs },
        judgeMicro: scores.reduce((sum, { costMicro }) => sum + costMicro, 0),
      })
    })
  }

  async function scoreOne(
    { id, config }: StoredEvaluator,
    judged: Answered,
    { flow, result, signal }: { flow: FlowRow; result: EvaluationResultRow; signal: AbortSignal },
  ) {
    if (config.kind === 'judge') {
      return judge(flow, config, judged, { runId: judgeRunId(result, id), owner: processId, signal })
    }
    return { costMicro: 0, ...(await scoreAnswer(config, judged, { runCode: deps.runCode, signal })) }
  }

  return { run }
}

/** A signal that is aborted some time after another one, or at once when the server stops. */
function withGrace(signal: AbortSignal) {
  const late = new AbortController()
  const cleared = new AbortController()
  const begin = () => {
    if (isStop(signal)) {
      pause(GRACE_MS, undefined, { signal: cleared.signal, ref: false }).then(
        () => late.abort(signal.reason),
        () => undefined,
      )
    } else {
      late.abort(signal.reason)
    }
  }
  if (signal.aborted) {
    begin()
  }
  signal.addEventListener('abort', begin, { once: true })
  return { signal: late.signal, clear: () => cleared.abort() }
}

const isStop = ({ reason }: AbortSignal) => reason instanceof AppError && reason.code === 'STOPPED'

function stopReason({ reason }: AbortSignal) {
  return reason instanceof AppError ? reason : new AppError('STOPPED', 'Stopped.')
}

/** Begins nothing more after the first error or a stop, and waits for what has begun. Throws the first error. */
async function inParallel<Item>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items]
  const errors: unknown[] = []
  async function takeNext() {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      if (signal.aborted || errors.length > 0) {
        return
      }
      await work(item).catch((error: unknown) => errors.push(error))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, takeNext))
  if (errors.length > 0) {
    throw errors[0]
  }
}
