import type { z } from 'zod'
import type { Document } from '#server/engine/handles.ts'
import type { Plan } from '#server/engine/plan-flow.ts'
import type { FlowAccess, Visitor } from '#server/features/flows/flow-access.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { FormFile } from '#server/http/form-parts.ts'
import { fieldsOf } from '#server/http/uploads-form.ts'
import type { Prediction } from '#shared/chat.ts'
import { AppError } from '#shared/errors.ts'
import type { testRetrievalInput, UpsertInput } from '#shared/upserts.ts'
import { rulesOf } from './flow-rules.ts'
import { noPrediction } from './no-prediction.ts'
import { overriddenInputs } from './override.ts'
import type { createQuestions, RunOptions } from './questions.ts'
import { attemptOf, type OwnedJob, resultOf } from './upsert-attempt.ts'

type Deps = {
  flows: Pick<FlowsService, 'find' | 'findOwn' | 'planUpsert'>
  access: Pick<FlowAccess, 'requireAllowedPage' | 'countRequest'>
  prepare: ReturnType<typeof createQuestions>['prepare']
  withFiles(
    flow: FlowRow,
    input: Prediction,
    files: readonly FormFile[],
    isVisitor: boolean,
  ): Promise<Prediction>
}

export type UpsertOptions = {
  /** Upserts the draft on the canvas instead of the published version. */
  isDraft: boolean
  visitor: Omit<Visitor, 'caller'>
  files: readonly FormFile[]
}

/** What a job needs to upsert a vector store of a flow. Files have been stored. */
export type UpsertWork = {
  flowId: string
  nodeId: string
  isDraft: boolean
  chatId: string | undefined
  overrideConfig: Record<string, unknown>
}

/** Upserts of flows: checked when they are requested, and run by jobs (features/upserts). */
export function createUpsertRuns({ flows, access, prepare, withFiles }: Deps) {
  /**
   * Checks a request to upsert a vector store of the caller's flow, and stores its files. Nothing is stored for a flow that
   * cannot be upserted.
   */
  async function requestUpsert(
    userId: string,
    { id, stopNodeId: nodeId, chatId, overrideConfig }: UpsertInput,
    { isDraft, visitor, files }: UpsertOptions,
  ) {
    const flow = await flows.findOwn(userId, id)
    access.requireAllowedPage(flow, visitor.page)
    if (!isDraft) {
      await access.countRequest(flow, visitor.address)
    }
    const overrides = { ...overrideConfig, ...fieldsOf(files.map(({ name }) => name)) }
    const { plan } = await planUpsert(flow, { nodeId, isDraft, overrideConfig: overrides })
    const input = await withFiles(flow, { ...noPrediction, chatId, overrideConfig }, files, false)
    const work: UpsertWork = {
      ...{ flowId: id, nodeId: plan.ending.id, isDraft },
      ...{ chatId: input.chatId, overrideConfig: input.overrideConfig },
    }
    return { flow, plan, work }
  }

  function planUpsert(
    flow: FlowRow,
    {
      nodeId,
      isDraft,
      overrideConfig,
    }: Pick<UpsertWork, 'isDraft' | 'overrideConfig'> & { nodeId: string | undefined },
  ) {
    const { permission } = rulesOf(flow)
    const overridesOf = (nodes: Parameters<typeof overriddenInputs>[0]) =>
      overriddenInputs(nodes, overrideConfig, permission)
    return flows.planUpsert(flow, { nodeId, isDraft, overridesOf })
  }

  /** One attempt of an upsert: a run that is charged and logged like any other, but outside any conversation. */
  async function runUpsert(work: UpsertWork, owned: OwnedJob) {
    const flow = await flows.find(work.flowId)
    const planned = await planUpsert(flow, work)
    return runPlannedUpsert(flow, planned, work, owned)
  }

  /** As `runUpsert`, of a plan that is not the flow's own. */
  async function runPlannedUpsert(
    flow: FlowRow,
    planned: NonNullable<RunOptions['planned']>,
    { chatId, overrideConfig, isDraft }: Pick<UpsertWork, 'chatId' | 'overrideConfig' | 'isDraft'>,
    owned: OwnedJob,
  ) {
    const { signal } = owned.job
    const upsert = attemptOf(owned)
    const input = { ...noPrediction, chatId, overrideConfig }
    const { run, reply } = await prepare(flow, input, isDraft ? 'INTERNAL' : 'EXTERNAL', { planned, upsert })
    const stop = () => run.stop(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    try {
      signal.throwIfAborted()
      const { upserted } = await reply(false)
      return resultOf(upserted ?? rejectStore(), upsert.stored)
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  /** Asks the store of the draft as a flow would: a charged run of the store alone. */
  async function testRetrieval(
    userId: string,
    { flowId, nodeId, question }: z.output<typeof testRetrievalInput>,
    caller = new AbortController().signal,
  ) {
    const flow = await flows.findOwn(userId, flowId)
    const { versionId, plan } = await flows.planUpsert(flow, { nodeId, isDraft: true })
    const planned = { versionId, plan: toSearch(plan) }
    const { run, reply } = await prepare(flow, { ...noPrediction, question }, 'INTERNAL', { planned })
    const stop = () => run.stop(caller.reason)
    caller.addEventListener('abort', stop, { once: true })
    try {
      const { json } = await reply(false)
      const passages = (Array.isArray(json) ? json : []) as (Document & { score?: number })[]
      return {
        passages: passages.map(({ pageContent, metadata, score = null }) => ({
          pageContent,
          metadata,
          score,
        })),
        costMicro: run.totals.costMicro,
      }
    } finally {
      caller.removeEventListener('abort', stop)
    }
  }

  return { requestUpsert, runUpsert, runPlannedUpsert, testRetrieval }
}

/** The plan of an upsert, as one of a search: its store is the last node, with scores where it can tell them. */
function toSearch({ upserts: _, ...plan }: Plan): Plan {
  const { ending } = plan
  if (!('vectorStore' in (ending.node.outputs ?? {}))) {
    return plan
  }
  const outputs = { ...ending.data.outputs, output: 'vectorStore' }
  const last = { ...ending, data: { ...ending.data, outputs } }
  const steps = plan.steps.map((step) => (step === ending ? last : step))
  return { ...plan, steps, ending: last, endings: [last] }
}

function rejectStore(): never {
  throw new AppError('NOT_FOUND', 'There is no such store in this flow.')
}
