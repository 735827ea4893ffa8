import type { Store } from '#server/db/store.ts'
import { estimateFlow, type Openers } from '#server/engine/estimate-flow.ts'
import { estimateProgram } from '#server/engine/program/estimate-program.ts'
import type { FlowAccess, Visitor } from '#server/features/flows/flow-access.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { MessagesService } from '#server/features/messages/messages.service.ts'
import type { Alongside, RunRow, RunsService } from '#server/features/runs/runs.service.ts'
import type { UploadsService } from '#server/features/uploads/uploads.service.ts'
import type { FormFile } from '#server/http/form-parts.ts'
import { fieldsOf } from '#server/http/uploads-form.ts'
import type { NewId } from '#server/ids.ts'
import type { AskInput, Prediction } from '#shared/chat.ts'
import { AppError } from '#shared/errors.ts'
import { isAgentFlow } from '#shared/flows.ts'
import { estimateMessage } from './estimate.ts'
import { createEvaluationRuns } from './evaluation-runs.ts'
import { noPrediction } from './no-prediction.ts'
import { type AskedQuestion, createOpenAnswers, runIdOf } from './open-answers.ts'
import { createPastReplies } from './past-replies.ts'
import { type Answering, createQuestions, type QuestionDeps } from './questions.ts'
import { createUpsertEstimate } from './upsert-estimate.ts'
import { createUpsertRuns } from './upsert-runs.ts'
import type { VisitorErrors } from './visitor-errors.service.ts'
import { toVisitorReply } from './visitor-reply.ts'

type Deps = Omit<QuestionDeps, 'flows' | 'runs' | 'messages'> & {
  store: Store
  newId: NewId
  flows: QuestionDeps['flows'] & Pick<FlowsService, 'planUpsert' | 'planFile'>
  runs: RunsService
  messages: Pick<MessagesService, 'history' | 'list' | 'remove'>
  prices: Parameters<typeof estimateMessage>[2]['prices']
  access: Pick<FlowAccess, 'authorize' | 'authorizeRequest' | 'requireAllowedPage' | 'countRequest'>
  storeUploads: UploadsService['store']
  visitorErrors: VisitorErrors
}

/** Authorizes questions and starts their runs (see questions.ts). */
export function createChatService(deps: Deps) {
  const { store, newId, flows, access, runs, messages, openCredential } = deps
  const { prepare, prepareAgain, resume, wakeOrphans } = createQuestions(deps)
  const own = flows.findOwn
  const readReply = createPastReplies({ runs })
  const answers = createOpenAnswers({ runs, messages, readReply })

  /** A prediction from outside. Throws NOT_FOUND without access to the flow, RATE_LIMITED above the owner's limit. */
  async function predict(
    id: string,
    input: Prediction,
    { platform, ...visitor }: Visitor & { platform: string },
    files: readonly FormFile[] = [],
  ) {
    const sent = { files: input.uploads.length + files.length }
    const { flow, isVisitor } = await access.authorizeRequest(id, visitor, sent)
    const asked = askedIn(input)
    const start = async () => {
      return prepare(flow, await withFiles(flow, input, files, isVisitor), 'EXTERNAL', {
        isVisitor,
        ...(asked && { child: { id: runIdOf(flow.id, asked), parentRunId: undefined } }),
        platform,
      })
    }
    const ask = () => (isVisitor ? predictForVisitor(flow, start) : start())
    return asked ? answers.begin(flow.id, asked, ask) : ask()
  }

  /** The answer to a question asked before; undefined when the question has never arrived. */
  async function rejoin(id: string, asked: AskedQuestion, { caller, page }: Omit<Visitor, 'address'>) {
    return answers.find(await access.authorize(id, caller, page), asked)
  }

  /** Starts a run for a webhook, a schedule or an MCP client, or answers the one that waits. The flow's owner pays. */
  async function trigger(
    flow: FlowRow,
    input: Partial<Prediction>,
    chatType: 'SCHEDULED' | 'WEBHOOK' | 'MCP',
    alongside?: Alongside,
  ) {
    const prediction = { ...noPrediction, ...input }
    const isVisitor = chatType !== 'SCHEDULED'
    const start = () => prepare(flow, prediction, chatType, { isVisitor, ...(alongside && { alongside }) })
    return isVisitor ? predictForVisitor(flow, start) : start()
  }

  /**
   * Starts the answer to a visitor of a channel, which the flow's owner has connected and pays for. `runId` and
   * `questionId` make a repeated attempt the same one. The caller hides errors from the visitor.
   */
  async function answerVisitor(
    flow: FlowRow,
    input: Pick<Prediction, 'chatId' | 'question' | 'uploads' | 'humanInput'>,
    { runId: id, ...options }: { runId: string; questionId: string; platform: string },
  ) {
    const child = { id, parentRunId: undefined }
    return prepare(flow, { ...noPrediction, ...input }, 'EXTERNAL', { isVisitor: true, child, ...options })
  }

  /** Hides from visitors why the flow or one of its tools failed. */
  async function predictForVisitor(flow: FlowRow, start: () => Promise<Answering>): Promise<Answering> {
    const answering = await deps.visitorErrors.guard(flow, start)
    return {
      ...answering,
      isVisitor: true,
      reply: (stream) =>
        deps.visitorErrors.guard(flow, async () => toVisitorReply(await answering.reply(stream))),
    }
  }

  /** Files of a form become the fields of document loaders, where the owner has opened those. */
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
    const names = await deps.storeUploads(flow, { chatId, isVisitor }, files)
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
  async function runOnCanvas(
    userId: string,
    { flowId, question, form, chatId, uploads = [], ...canvas }: AskInput,
  ) {
    const { leadEmail, ...order } = canvas
    const input = {
      ...{ question, chatId, streaming: true, history: [], overrideConfig: {}, uploads, leadEmail },
      ...(form && { form }),
    }
    if (isAgentFlow((await own(userId, flowId)).type) && order.reuse?.from !== undefined) {
      return runNodeAgain(userId, flowId, order.reuse)
    }
    const { run, reply, turn } = await prepare(await own(userId, flowId), input, 'INTERNAL', {
      canvas: order,
    })
    reply(true).catch(() => undefined)
    return { runId: run.id, chatId: turn.chatId, sessionId: turn.sessionId }
  }

  /** Runs an agent flow again from a step of an ended run, in the background. Only steps from there on are charged. */
  async function runAgain(userId: string, runId: string, from: string) {
    const base = await deps.runs.get(userId, runId)
    if (base.state === 'running' || base.state === 'waiting') {
      throw new AppError('CONFLICT', 'This run has not ended yet.', { details: { state: base.state } })
    }
    const { run, reply, turn } = await prepareAgain(await own(userId, base.flowId), base, from)
    // The run has been closed with its error, which the owner sees in its log.
    reply(true).catch(() => undefined)
    return { runId: run.id, chatId: turn.chatId, sessionId: turn.sessionId }
  }

  /** The canvas names a node; its last visit is run again. */
  async function runNodeAgain(
    userId: string,
    flowId: string,
    { runId, from }: { runId: string; from?: string | undefined },
  ) {
    const { run, events } = await deps.runs.trace(userId, runId)
    const started = events.findLast(({ event }) => event.type === 'node_started' && event.nodeId === from)
    const key = started?.event.type === 'node_started' ? started.event.key : undefined
    if (run.flowId !== flowId || key === undefined) {
      throw new AppError('INVALID_INPUT', 'This run has no such step.')
    }
    return runAgain(userId, runId, key)
  }

  /**
   * Goes on with runs of agent flows whose process has died, and gives the default answer where a deadline has passed.
   * Answers reach the conversation, since nobody waits for a response. `errors`: runs that could not be claimed; they
   * are tried again the next time.
   */
  async function goOnWithRuns(): Promise<{ resumed: number; errors: unknown[] }> {
    await runs.beat()
    const orphans = await runs.claimOrphans()
    const due = await runs.claimDue()
    const all = [...orphans.claimed, ...due.claimed]
    for (const claimed of all) {
      void resume(claimed)
        .then(({ reply }) => reply(false))
        // The run has been closed with its error, which the owner sees in its log.
        .catch(() => undefined)
    }
    await wakeOrphans()
    return { resumed: all.length, errors: [...orphans.errors, ...due.errors] }
  }

  /**
   * Answers a wait by its id and goes on with its run in the background. Throws CONFLICT with the state of the run when
   * somebody else has answered.
   */
  async function answerWait(run: RunRow, answer: Parameters<RunsService['claimAnswered']>[1]) {
    const { reply } = await resume(await runs.claimAnswered(run, answer))
    // The run has been closed with its error, which the owner sees in its log.
    reply(false).catch(() => undefined)
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

  const openersOf = (userId: string): Openers => ({
    credential: (id, kind) => openCredential(userId, id, kind),
    defaultModel: deps.ports.defaultModel,
  })

  async function estimate(userId: string, flowId: string) {
    const flow = await own(userId, flowId)
    const open = openersOf(userId)
    const works =
      flow.type === 'CHATFLOW'
        ? await estimateFlow((await flows.planDraft(flow)).plan, open)
        : await estimateProgram((await flows.programDraft(flow)).program, deps.catalogue, open)
    return estimateMessage(flowId, works, { db: store.db, prices: deps.prices, costs: runs.costs })
  }

  return {
    predict,
    predictInternal,
    trigger,
    answerVisitor,
    readReply,
    rejoin,
    ...createUpsertRuns({ ...deps, prepare, withFiles }),
    ...createEvaluationRuns({ ...deps, db: store.db, prepare, openersOf }),
    runOnCanvas,
    runAgain,
    clear,
    conversation,
    estimate,
    estimateUpsert: createUpsertEstimate({ ...deps, openersOf }),
    goOnWithRuns,
    answerWait,
  }
}

function askedIn({ chatId, questionId }: Prediction): AskedQuestion | undefined {
  return chatId && questionId ? { chatId, questionId } : undefined
}

export type { PastAnswer } from './open-answers.ts'
export type { Answering, Reply } from './questions.ts'
export type { UpsertOptions, UpsertWork } from './upsert-runs.ts'
export type ChatService = ReturnType<typeof createChatService>
