import type { z } from 'zod'
import type { Caller } from '#server/caller.ts'
import type { Store, Writer } from '#server/db/store.ts'
import type { ChatService } from '#server/features/chat/chat.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { JobRow, JobsService, RunningJob } from '#server/features/jobs/jobs.service.ts'
import type { RunsService } from '#server/features/runs/runs.service.ts'
import type { NewId } from '#server/ids.ts'
import { AppError } from '#shared/errors.ts'
import type {
  correctScoreInput,
  evaluationSchema,
  restEvaluationInput,
  startEvaluationInput,
} from '#shared/evaluations.ts'
import * as sets from './datasets.repository.ts'
import * as rows from './evaluations.repository.ts'
import type { EvaluationRow } from './evaluations.table.ts'
import { createPreparation, type Prepared } from './prepare-evaluation.ts'
import { listGatedFlows } from './publish-gate.repository.ts'
import { replaceModel } from './replace-model.ts'
import { isSameFile, targetsOf } from './same-file.ts'
import { summarize, toResult } from './summary.ts'

type Deps = Parameters<typeof createPreparation>[0] & {
  store: Store
  newId: NewId
  now: () => Date
  jobs: JobsService
  flows: Pick<FlowsService, 'findOwn' | 'drafts' | 'published' | 'versions'>
  runs: Pick<RunsService, 'recoverOf'>
  chat: Pick<ChatService, 'cheaperModels'>
  work(job: RunningJob): Promise<null>
}

const KIND = 'evaluation'
/** Runs of data sets over versions of a flow. */
export function createEvaluationsService(deps: Deps) {
  const { store, newId, now, jobs, flows, runs } = deps
  const { prepare, estimate } = createPreparation(deps)

  jobs.handle(KIND, {
    run: deps.work,
    ended,
    async abandoned({ owner }) {
      await (owner && runs.recoverOf(owner))
    },
  })

  async function ended(tx: Writer, job: JobRow, outcome: 'completed' | 'failed' | 'cancelled') {
    const evaluation = await rows.findByJob(tx, job.id)
    const isUnpaid = jobs.errorOf(job).code === 'INSUFFICIENT_FUNDS'
    const state = {
      completed: 'completed',
      cancelled: 'stopped',
      failed: isUnpaid ? 'paused' : 'failed',
    } as const
    await (evaluation &&
      rows.updateEvaluation(tx, evaluation.id, {
        ...{ state: state[outcome], reason: outcome === 'failed' ? job.error : null, endedDate: now() },
      }))
  }

  /** Stores everything the evaluation depends on, and starts its job. */
  async function start(caller: Caller, { name, ...input }: z.output<typeof startEvaluationInput>) {
    const prepared = await prepare(caller.id, input)
    const id = newId()
    await store.transaction(async (tx) => {
      const job = await enqueue(tx, { id, userId: caller.id })
      const number = await rows.nextNumber(tx, input.datasetId)
      await rows.insertEvaluation(
        tx,
        {
          ...{ id, number, userId: caller.id, flowId: input.flowId, datasetId: input.datasetId },
          ...{ name: name || `Run ${number}`, state: 'running', reason: null, jobId: job.id },
          evaluators: prepared.evaluators,
          startedBy: caller.via === 'key' ? `${caller.username} (API key)` : caller.username,
          ...{ createdDate: now(), endedDate: null },
        },
        contentsOf(id, prepared),
      )
    })
    jobs.wake()
    return { id }
  }

  /** One version of one flow, as Flowise's clients request it. */
  async function startRest(caller: Caller, input: z.output<typeof restEvaluationInput>) {
    const { chatflowId, datasetId, name, targets } = input
    const evaluatorIds = [...input.selectedSimpleEvaluators, ...input.selectedLLMEvaluators]
    const { id } = await start(caller, {
      ...{ flowId: chatflowId[0] ?? '', datasetId, name, targets },
      ...(evaluatorIds.length > 0 && { evaluatorIds }),
    })
    return toHead(await findHead(caller.id, id))
  }

  const enqueue = (tx: Writer, { id, userId }: { id: string; userId: string }) =>
    jobs.enqueue(tx, { kind: KIND, userId, subjectId: id, input: { evaluationId: id } })

  async function findHead(userId: string, id: string) {
    return (await rows.findHead(store.db, userId, id)) ?? rejectUnknown()
  }

  async function list(
    userId: string,
    {
      page,
      limit,
      ...filter
    }: {
      flowId?: string | undefined
      datasetId?: string | undefined
      page?: number | undefined
      limit?: number | undefined
    },
  ) {
    if (!(page && limit)) {
      return (await rows.listHeads(store.db, { userId, ...filter })).map(toHead)
    }
    const found = await rows.listHeads(store.db, { userId, ...filter }, { limit, offset: (page - 1) * limit })
    return { data: found.map(toHead), total: await rows.countEvaluations(store.db, userId) }
  }

  async function get(userId: string, id: string): Promise<z.input<typeof evaluationSchema>> {
    const head = await findHead(userId, id)
    const versions = await rows.listVersions(store.db, id)
    const results = (await rows.listResults(store.db, id)).map(toResult)
    const asked = await rows.listRows(store.db, id)
    return {
      ...toHead(head),
      evaluators: head.row.evaluators.map(({ id: of, name, config }) => ({
        id: of,
        name,
        kind: config.kind,
      })),
      versions: summarize(versions, results),
      rows: asked.map(({ evaluationId: _, ...row }) => row),
      results,
      answersMicro: results.reduce((sum, { costMicro }) => sum + costMicro, 0),
      judgeMicro: results.reduce((sum, { judgeMicro }) => sum + judgeMicro, 0),
      isOutdated: await isOutdated(userId, head.row),
    }
  }

  /** The draft or the live version is no longer the one that was run. */
  async function isOutdated(userId: string, { id, flowId }: EvaluationRow) {
    const flow = await flows.findOwn(userId, flowId).catch(() => undefined)
    if (!flow) {
      return true
    }
    const { flowData: draft } = await flows.drafts.open(userId, flowId)
    const live = await flows.published(flow).catch(() => undefined)
    return (await rows.listVersions(store.db, id)).some(({ kind, model, flowData }) => {
      const current = { draft, published: live, version: undefined }[kind]
      return current !== undefined && model === null && !isSameFile(current, flowData)
    })
  }

  async function siblings(userId: string, id: string) {
    const { row } = await findHead(userId, id)
    return (await rows.listHeads(store.db, { userId, datasetId: row.datasetId })).map(toHead)
  }

  async function outdated(userId: string, id: string) {
    return { isOutdated: await isOutdated(userId, (await findHead(userId, id)).row) }
  }

  /** Answers that are being given are finished and stored; nothing else is begun. */
  async function stop(userId: string, id: string) {
    const { row } = await findHead(userId, id)
    await jobs.cancel(row.jobId)
    await jobs.wait(row.jobId, AbortSignal.timeout(5_000))
    return { id }
  }

  /** Goes on with what is open. What is done is neither answered nor paid again. */
  async function resume(userId: string, id: string) {
    const { row } = await findHead(userId, id)
    rejectRunning(row)
    await store.transaction((tx) => goOn(tx, row))
    jobs.wake()
    return { id }
  }

  async function goOn(tx: Writer, { id, userId }: EvaluationRow) {
    const job = await enqueue(tx, { id, userId })
    await rows.updateEvaluation(tx, id, { state: 'running', reason: null, jobId: job.id, endedDate: null })
  }

  /** Asks one row again in all versions, as new runs that are paid. */
  async function runRow(userId: string, { id, row: number }: { id: string; row: number }) {
    const { row } = await findHead(userId, id)
    rejectRunning(row)
    await store.transaction(async (tx) => {
      if ((await rows.askAgain(tx, id, number)) === 0) {
        throw new AppError('NOT_FOUND', 'This row does not exist.')
      }
      await goOn(tx, row)
    })
    jobs.wake()
    return { id }
  }

  /** The same data set over the same versions, as they are now. */
  async function runAgain(caller: Caller, id: string) {
    const { row } = await findHead(caller.id, id)
    const versions = await rows.listVersions(store.db, id)
    const stored = await targetsOf(versions, { userId: caller.id, flowId: row.flowId, flows })
    return start(caller, { flowId: row.flowId, datasetId: row.datasetId, targets: stored })
  }

  /** A person's score stands beside the judge's and replaces it in means. */
  async function correct(
    userId: string,
    { id, versionId, row, evaluatorId, score }: z.output<typeof correctScoreInput>,
  ) {
    await findHead(userId, id)
    const place = { evaluationId: id, versionId, row }
    await store.transaction(async (tx) => {
      const result = await rows.findResult(tx, place)
      if (result && !result.isDone) {
        throw new AppError('CONFLICT', 'This row has no answer yet.')
      }
      if (!result?.scores.some((each) => each.evaluatorId === evaluatorId)) {
        throw new AppError('NOT_FOUND', 'This score does not exist.')
      }
      const scores = result.scores.map((each) =>
        each.evaluatorId === evaluatorId ? { ...each, corrected: score } : each,
      )
      await rows.updateResult(tx, place, { scores })
    })
    return get(userId, id)
  }

  async function remove(userId: string, ids: readonly string[]) {
    for (const id of ids) {
      rejectRunning((await findHead(userId, id)).row)
    }
    await store.transaction((tx) => rows.deleteEvaluations(tx, ids))
    return { affected: ids.length, raw: [] as [] }
  }

  /** Removes a data set with its runs. Throws CONFLICT while a flow is published only after one of them. */
  async function removeDataset(userId: string, id: string) {
    if (!(await sets.findDataset(store.db, userId, id))) {
      throw new AppError('NOT_FOUND', 'This data set does not exist.')
    }
    const found = await rows.listHeads(store.db, { userId, datasetId: id })
    for (const { row } of found) {
      rejectRunning(row)
    }
    await store.transaction(async (tx) => {
      const [gated] = await listGatedFlows(tx, id)
      if (gated !== undefined) {
        throw new AppError(
          'CONFLICT',
          `“${gated}” runs this data set before publishing. Switch that off or choose another set there first.`,
        )
      }
      await rows.deleteEvaluations(
        tx,
        found.map(({ row }) => row.id),
      )
      await sets.deleteDataset(tx, id)
    })
    return { affected: 1, raw: [] as [] }
  }

  async function cheaperModels(userId: string, flowId: string) {
    const flow = await flows.findOwn(userId, flowId)
    const { flowData } = await flows.drafts.open(userId, flowId)
    return deps.chat.cheaperModels(flow, { id: `${flowId}@${newId()}`, flowData })
  }

  /** Puts the model of a column into the draft, which is otherwise left as it is. */
  async function applyModel(
    actor: { userId: string; authorId: string },
    { id, versionId }: { id: string; versionId: string },
  ) {
    const { row } = await findHead(actor.userId, id)
    const version = (await rows.listVersions(store.db, id)).find((each) => each.id === versionId)
    if (!version?.model) {
      throw new AppError('INVALID_INPUT', 'This version was run with the models of its flow.')
    }
    const { flowData, revision } = await flows.drafts.open(actor.userId, row.flowId)
    const changed = replaceModel(flowData, version.model)
    await flows.drafts.save(actor, { id: row.flowId, base: revision, flowData: changed, keepsOther: false })
    return { flowId: row.flowId }
  }

  return {
    estimate,
    start,
    startRest,
    list,
    get,
    siblings,
    outdated,
    stop,
    resume,
    runRow,
    runAgain,
    correct,
    remove,
    removeDataset,
    cheaperModels,
    applyModel,
  }
}

function contentsOf(evaluationId: string, { given, versions }: Prepared) {
  const asked = given.map(({ id: rowId, chatId, input, output, mustPass, evaluatorIds }, index) => ({
    ...{ evaluationId, number: index + 1, rowId, chatId, input, output, mustPass, evaluatorIds },
  }))
  const open = { isDone: false, round: 1, runId: '', answer: '', error: null }
  const nothing = { costMicro: 0, judgeMicro: 0, latencyMs: 0, scores: [], steps: [] }
  return {
    rows: asked,
    versions: versions.map(({ row }) => ({ ...row, evaluationId })),
    results: asked.flatMap(({ number }) =>
      versions.map(({ row: { id: versionId } }) => ({
        evaluationId,
        versionId,
        row: number,
        ...open,
        ...nothing,
      })),
    ),
  }
}

function toHead({ row, datasetName, rowCount, done, total, spentMicro }: rows.Head) {
  const { id, number, name, flowId, datasetId, state, reason, startedBy: by, createdDate, endedDate } = row
  return {
    ...{ id, number, name, flowId, datasetId, datasetName, state, reason, by, createdDate, endedDate },
    ...{ rowCount, done, total, spentMicro },
  }
}

function rejectRunning({ state }: EvaluationRow) {
  if (state === 'running') {
    throw new AppError('CONFLICT', 'This evaluation is running. Stop it first.')
  }
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This evaluation does not exist.')
}
