import type { Store } from '#server/db/store.ts'
import type { Openers } from '#server/engine/estimate-flow.ts'
import type { FlowAccess, Visitor } from '#server/features/flows/flow-access.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { MessagesService } from '#server/features/messages/messages.service.ts'
import type { RunsService } from '#server/features/runs/runs.service.ts'
import type { UploadsService } from '#server/features/uploads/uploads.service.ts'
import type { FormFile } from '#server/http/form-parts.ts'
import type { NewId } from '#server/ids.ts'
import type { AskInput, Prediction } from '#shared/chat.ts'
import { AppError } from '#shared/errors.ts'
import type { FillInput } from '#shared/fill-store.ts'
import { estimateMessage } from './estimate.ts'
import { rulesOf } from './flow-rules.ts'
import { overriddenInputs } from './override.ts'
import { type Answering, createQuestions, type QuestionDeps } from './questions.ts'
import { fieldsOf } from './uploads-form.ts'
import type { VisitorErrors } from './visitor-errors.service.ts'
import { toVisitorReply } from './visitor-reply.ts'

type Deps = Omit<QuestionDeps, 'flows' | 'runs' | 'messages'> & {
  store: Store
  newId: NewId
  flows: Pick<FlowsService, 'findOwn' | 'plan' | 'planDraft' | 'planFilling' | 'summaries'>
  runs: RunsService
  messages: Pick<MessagesService, 'history' | 'list' | 'remove'>
  prices: Parameters<typeof estimateMessage>[3]['prices']
  access: Pick<FlowAccess, 'authorizeRequest' | 'requireAllowedPage' | 'countRequest'>
  keepUploads: UploadsService['keep']
  visitorErrors: VisitorErrors
}

export type Filling = {
  /** Runs the draft on the canvas instead of the published version. */
  isDraft: boolean
  visitor: Omit<Visitor, 'caller'>
  files: readonly FormFile[]
  /** Aborted when the client disconnects. */
  signal: AbortSignal
}

/** Authorizes questions and starts their runs (see questions.ts). */
export function createChatService(deps: Deps) {
  const { store, newId, flows, access, runs, messages, openCredential } = deps
  const { prepare } = createQuestions(deps)
  const own = flows.findOwn

  /** A prediction from outside. Throws NOT_FOUND without access to the flow, RATE_LIMITED above the owner's limit. */
  async function predict(id: string, input: Prediction, visitor: Visitor, files: readonly FormFile[] = []) {
    const sent = { files: input.uploads.length + files.length }
    const { flow, isVisitor } = await access.authorizeRequest(id, visitor, sent)
    const begin = async () => {
      return prepare(flow, await withFiles(flow, input, files, isVisitor), 'EXTERNAL', { isVisitor })
    }
    return isVisitor ? predictForVisitor(flow, begin) : begin()
  }

  /** Hides from visitors why the flow or one of its tools failed. */
  async function predictForVisitor(flow: FlowRow, begin: () => Promise<Answering>): Promise<Answering> {
    const answering = await deps.visitorErrors.guard(flow, begin)
    return {
      ...answering,
      reply: (stream) =>
        deps.visitorErrors.guard(flow, async () => toVisitorReply(await answering.reply(stream))),
    }
  }

  /** Files of a form fill the fields of document loaders, where the owner has opened those. */
  async function withFiles(
    flow: FlowRow,
    input: Prediction,
    files: readonly FormFile[],
    isVisitor: boolean,
  ): Promise<Prediction> {
    if (files.length === 0) {
      return input
    }
    const { sessionId } = input.overrideConfig
    const chatId = input.chatId || (typeof sessionId === 'string' && sessionId) || newId()
    fieldsOf(files.map(({ name }) => name))
    const names = await deps.keepUploads(flow, { chatId, isVisitor }, files)
    return { ...input, chatId, overrideConfig: { ...input.overrideConfig, ...fieldsOf(names) } }
  }

  async function predictInternal(
    userId: string,
    id: string,
    input: Prediction,
    files: readonly FormFile[] = [],
  ) {
    const flow = await own(userId, id)
    return prepare(flow, await withFiles(flow, input, files, false), 'INTERNAL')
  }

  /**
   * Starts a canvas run and returns at once what to watch. Errors of the flow are thrown; later ones go to the
   * log.
   */
  async function ask(userId: string, { flowId, question, chatId, uploads = [], ...canvas }: AskInput) {
    const { leadEmail, ...order } = canvas
    const input = { question, chatId, streaming: true, history: [], overrideConfig: {}, uploads, leadEmail }
    const { run, reply, turn } = await prepare(await own(userId, flowId), input, 'INTERNAL', {
      canvas: order,
    })
    reply(true).catch(() => undefined)
    return { runId: run.id, chatId: turn.chatId, sessionId: turn.sessionId }
  }

  /**
   * Fills a vector store of the caller's flow from the documents connected to it: a run that is charged and logged
   * like any other, but outside any conversation.
   */
  async function fill(
    userId: string,
    { id, stopNodeId: nodeId, chatId, overrideConfig }: FillInput,
    { isDraft, visitor, files, signal }: Filling,
  ) {
    const flow = await own(userId, id)
    access.requireAllowedPage(flow, visitor.page)
    if (!isDraft) {
      await access.countRequest(flow, visitor.address)
    }
    const { permission } = rulesOf(flow)
    // Plans with the names as sent in place of stored ones, so that no file is stored for a rejected flow.
    const overrides = { ...overrideConfig, ...fieldsOf(files.map(({ name }) => name)) }
    const planned = await flows.planFilling(flow, {
      nodeId,
      isDraft,
      overridesOf: (nodes) => overriddenInputs(nodes, overrides, permission),
    })
    const request = { question: '', chatId, streaming: false, history: [], overrideConfig, uploads: [] }
    const input = await withFiles(flow, request, files, false)
    const { run, reply } = await prepare(flow, input, isDraft ? 'INTERNAL' : 'EXTERNAL', { planned })
    const stop = () => run.stop(new AppError('STOPPED', 'The caller went away.'))
    signal.addEventListener('abort', stop, { once: true })
    try {
      const { upserted } = await reply(false)
      if (!upserted) {
        throw new AppError('NOT_FOUND', 'This flow does not exist.')
      }
      return upserted
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  async function clear(userId: string, flowId: string, chatId: string) {
    await own(userId, flowId)
    const affected = await messages.remove({ flowId, chatId, chatType: ['INTERNAL'] })
    return { affected, raw: [] as [] }
  }

  async function conversation(userId: string, flowId: string, chatId: string) {
    await own(userId, flowId)
    return messages.list({ flowId, chatId, chatType: ['INTERNAL'], order: 'ASC', feedback: true })
  }

  async function estimate(userId: string, flowId: string) {
    const flow = await own(userId, flowId)
    const { plan } = await flows.planDraft(flow)
    const open: Openers = {
      credential: (id, kind) => openCredential(userId, id, kind),
      defaultModel: deps.ports.defaultModel,
    }
    return estimateMessage(flowId, plan, open, { db: store.db, prices: deps.prices, costs: runs.costs })
  }

  return {
    predict,
    predictInternal,
    fill,
    ask,
    clear,
    conversation,
    estimate,
  }
}

export type ChatService = ReturnType<typeof createChatService>
