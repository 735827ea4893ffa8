import type { Store } from '#server/db/store.ts'
import type { Turn } from '#server/engine/define-node.ts'
import type { Plan } from '#server/engine/plan-flow.ts'
import type {
  AssistantQuestion,
  AssistantSettings,
  ChatMessage,
  FlowAnswer,
  FlowQuestion,
  Ports,
} from '#server/engine/ports.ts'
import { NodeFailure, type RunResult, runFlow } from '#server/engine/run-flow.ts'
import type { Report } from '#server/engine/run-log.ts'
import type { AssistantsService } from '#server/features/assistants/assistants.service.ts'
import type { Caller } from '#server/features/auth/auth.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { MessagesService } from '#server/features/messages/messages.service.ts'
import type { OpenRun, RunsService } from '#server/features/runs/runs.service.ts'
import type { ToolsService } from '#server/features/tools/tools.service.ts'
import type { UploadsService } from '#server/features/uploads/uploads.service.ts'
import type { NewId } from '#server/ids.ts'
import type { AskInput, ChatType, Prediction } from '#shared/chat.ts'
import { AppError } from '#shared/errors.ts'
import type { FillInput } from '#shared/fill-store.ts'
import { readApiConfig, readChatbotConfig } from '#shared/flow-config.ts'
import { type CanvasPlan, type CanvasRun, readCanvasRun } from './canvas-run.ts'
import { estimateMessage } from './estimate.ts'
import { suggestFollowUps, wantsFollowUps } from './follow-ups.ts'
import { mayAsk } from './may-ask.ts'
import { type Limits, refuseTooMany } from './may-ask-limit.ts'
import { overridePlan, overrideVars } from './override.ts'
import { postProcess, postProcessorOf } from './post-process.ts'
import { refuseCircle } from './refuse-circle.ts'
import { type FormFile, fieldsOf } from './uploads-form.ts'

type Deps = {
  store: Store
  newId: NewId
  newMessageId: NewId
  flows: Pick<FlowsService, 'find' | 'plan' | 'planDraft' | 'planFilling' | 'summaries'>
  runs: RunsService
  messages: Pick<MessagesService, 'history' | 'list' | 'remove'>
  variables: { values(): Promise<Record<string, string>> }
  /** The world outside, for one flow's owner. */
  ports: Pick<
    Ports,
    | 'chat'
    | 'embed'
    | 'listModels'
    | 'fetch'
    | 'readDocument'
    | 'fetchAws'
    | 'sql'
    | 'redis'
    | 'queryDatabase'
    | 'runCode'
    | 'openMcp'
  >
  tools: Pick<ToolsService, 'get' | 'all'>
  assistants: Pick<AssistantsService, 'remote' | 'listRemote'>
  askAssistant(settings: AssistantSettings, question: AssistantQuestion): ReturnType<Ports['askAssistant']>
  prices: Parameters<typeof estimateMessage>[3]['prices']
  openCredential(userId: string, ...named: Parameters<Ports['credential']>): ReturnType<Ports['credential']>
  openIndex(userId: string, ...asked: Parameters<Ports['openIndex']>): ReturnType<Ports['openIndex']>
  limits: Limits
  takeUploads: UploadsService['take']
  keepUploads: UploadsService['keep']
  openUpload: UploadsService['openStored']
  openFile(flowId: string, ...named: Parameters<Ports['openFile']>): ReturnType<Ports['openFile']>
}

/** Who asks from outside, from which page and which address. */
export type Visitor = { caller: Caller | null; origin: string | undefined; address: string }

type Finishing = {
  flow: FlowRow
  run: OpenRun
  turn: Turn
  /** Without what was attached to it. */
  question: string
  world: Ports
  processor: string | undefined
}

/** One question on its way: watched, stopped, and at its end a reply. */
export type Answering = {
  run: OpenRun
  plan: Plan
  /** Whether the answer can be told word by word. */
  streams: boolean
  /** Starts answering. Throws what the caller should be told; by then the run has been closed. */
  reply(stream: boolean): Promise<Reply>
}

type Circumstances = {
  canvas?: CanvasRun
  /** Flows that wait for this answer, outermost first. */
  askers?: readonly string[]
  /** Instead of the flow's own plan. */
  planned?: { versionId: string; plan: Plan }
}

/** What a caller gets (facts/rest-table.md R5). Absent parts are left out. */
export type Reply = {
  text?: string
  json?: unknown
  question: string
  chatId: string
  chatMessageId: string
  sessionId: string
  memoryType?: string
  isStreamValid: boolean
} & Omit<RunResult, 'text' | 'json'>

/** Questions and their answers: who may ask what, and what becomes of it. */
export function createChatService(deps: Deps) {
  const {
    store,
    newId,
    newMessageId,
    flows,
    runs,
    messages,
    variables,
    tools,
    assistants,
    ports,
    openCredential,
  } = deps

  /** From outside. NOT_FOUND for whoever may not ask this flow, RATE_LIMITED for who asks more often than its owner allows. */
  async function predict(
    id: string,
    input: Prediction,
    { caller, origin, address }: Visitor,
    files: readonly FormFile[] = [],
  ) {
    const flow = await flows.find(id)
    await refuseTooMany(flow, address, deps.limits)
    mayAsk(flow, caller, origin)
    return prepare(flow, files.length > 0 ? await withFiles(flow, input, files) : input, 'EXTERNAL')
  }

  /** Files of a form fill the fields of document loaders, where the owner has opened those (facts/rest-table.md R6). */
  async function withFiles(
    flow: FlowRow,
    input: Prediction,
    files: readonly FormFile[],
  ): Promise<Prediction> {
    const { sessionId } = input.overrideConfig
    const chatId = input.chatId || (typeof sessionId === 'string' && sessionId) || newId()
    fieldsOf(files.map(({ name }) => name))
    const names = await deps.keepUploads(flow, chatId, files)
    return { ...input, chatId, overrideConfig: { ...input.overrideConfig, ...fieldsOf(names) } }
  }

  /** A flow, for whoever may ask it. NOT_FOUND or FORBIDDEN for others. */
  async function admit(id: string, caller: Caller | null, origin: string | undefined) {
    const flow = await flows.find(id)
    mayAsk(flow, caller, origin)
    return flow
  }

  /** The owner tries his own flow. */
  async function predictInternal(userId: string, id: string, input: Prediction) {
    return prepare(await own(userId, id), input, 'INTERNAL')
  }

  /** From the canvas: answers at once with what to watch. Faults of the flow are thrown, all later ones are in the log. */
  async function ask(userId: string, { flowId, question, chatId, ...canvas }: AskInput) {
    const input = { question, chatId, streaming: true, history: [], overrideConfig: {}, uploads: [] }
    const { run, reply, turn } = await prepare(await own(userId, flowId), input, 'INTERNAL', { canvas })
    reply(true).catch(() => undefined)
    return { runId: run.id, chatId: turn.chatId, sessionId: turn.sessionId }
  }

  /**
   * Fills a store of one's own flow from the documents connected to it: a run like any other, metered and logged, and no part
   * of a conversation. `isDraft`: as it stands on the canvas.
   */
  async function fill(
    userId: string,
    { id, stopNodeId: nodeId, chatId }: FillInput,
    { isDraft, signal }: { isDraft: boolean; signal: AbortSignal | undefined },
  ) {
    const flow = await own(userId, id)
    const planned = await flows.planFilling(flow, { nodeId, isDraft })
    const input = { question: '', chatId, streaming: false, history: [], overrideConfig: {}, uploads: [] }
    const { run, reply } = await prepare(flow, input, isDraft ? 'INTERNAL' : 'EXTERNAL', { planned })
    const stop = () => run.stop(new AppError('STOPPED', 'The caller went away.'))
    signal?.addEventListener('abort', stop, { once: true })
    try {
      const { upserted } = await reply(false)
      return upserted ?? refuseUnknown()
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }

  async function own(userId: string, id: string) {
    const flow = await flows.find(id)
    return flow.userId === userId ? flow : refuseUnknown()
  }

  /** Who builds a flow asks what he sees on the canvas; all others what is published. */
  async function planOf(flow: FlowRow, chatType: ChatType) {
    const { versionId } = flow
    return chatType === 'INTERNAL' ? flows.planDraft(flow) : { versionId, plan: await flows.plan(versionId) }
  }

  async function prepare(
    flow: FlowRow,
    input: Prediction,
    chatType: ChatType,
    { canvas = {}, askers = [], planned }: Circumstances = {},
  ): Promise<Answering & { turn: Turn }> {
    const { versionId, plan: written } = planned ?? (await planOf(flow, chatType))
    const permission = readApiConfig(flow.apiConfig)?.overrideConfig
    const whole = overridePlan(written, input.overrideConfig, permission)
    const asked = await readCanvasRun(whole, canvas, flow, runs)
    const { plan, base } = asked
    const place = base ? { chatId: base.chatId, sessionId: base.sessionId } : {}
    const { turn: asking, isNew } = await readTurn(flow, plan, { ...input, ...place }, chatType)
    const { chatId, sessionId, messageId, question } = asking
    const { stored, images, text: attached } = await deps.takeUploads(flow, chatId, input.uploads)
    const turn: Turn = {
      ...asking,
      ...(attached !== '' && { question: `${attached}\n\n${question}` }),
      ...(images.length > 0 && { images }),
    }
    const { memoryType } = plan
    const run = runs.begin({
      flowId: flow.id,
      versionId,
      userId: flow.userId,
      chatId,
      sessionId,
      chatType,
      memoryType,
      question,
      leadEmail: input.leadEmail,
      messageId,
      uploads: stored,
      isPart: plan.isPart,
    })
    const processor = postProcessorOf(readChatbotConfig(flow.chatbotConfig))
    const streams = plan.streams && processor === undefined
    const reply = async (stream: boolean): Promise<Reply> => {
      const before = base && new Date(base.startedDate.getTime() - 1)
      const world = portsOf(flow, run, { ...input, chatId }, { isNew, askers, before })
      const finish = (found: RunResult) =>
        finishAnswer(found, { flow, run, turn, question, world, processor })
      const result = await execute(run, asked, turn, world, { stream: stream && streams, finish })
      const { text, json, followUpPrompts, ...rest } = result
      return {
        ...(json === undefined ? { text } : { json }),
        ...rest,
        // Clients decode it twice (facts/rest-table.md R5).
        ...(followUpPrompts && { followUpPrompts: JSON.stringify(followUpPrompts) }),
        question,
        chatId,
        chatMessageId: messageId,
        sessionId,
        ...(memoryType && { memoryType }),
        isStreamValid: streams,
      }
    }
    return { run, plan, turn, streams, reply }
  }

  /** facts/engine.md E5: the session named by the caller, else (from outside) the chat, else the memory's own, else the chat. */
  async function readTurn(flow: FlowRow, plan: Plan, input: Prediction, chatType: ChatType) {
    const named = input.overrideConfig.sessionId ?? input.sessionId
    const session = typeof named === 'string' && named !== '' ? named : undefined
    const fresh = newId()
    const chatId = input.chatId || session || fresh
    const outside = chatType === 'INTERNAL' ? undefined : input.chatId
    const sessionId = session ?? (outside || plan.memorySession) ?? chatId
    const vars = {
      ...(plan.usesVariables && (await variables.values())),
      ...overrideVars(input.overrideConfig, readApiConfig(flow.apiConfig)?.overrideConfig),
    }
    const { question } = input
    const turn: Turn = { question, flowId: flow.id, chatId, sessionId, messageId: newMessageId(), vars }
    return { turn, isNew: sessionId === fresh }
  }

  function portsOf(
    flow: FlowRow,
    run: OpenRun,
    { history, overrideConfig, chatId }: Prediction & { chatId: string },
    { isNew, askers, before }: { isNew: boolean; askers: readonly string[]; before: Date | undefined },
  ): Ports {
    const opened = overrideVars(overrideConfig, readApiConfig(flow.apiConfig)?.overrideConfig)
    return {
      ...ports,
      credential: (id, kind) => openCredential(flow.userId, id, kind),
      openIndex: (recipe, signal) => deps.openIndex(flow.userId, recipe, signal),
      // What came with the conversation, then what the flow has of its own.
      openFile: (reference) =>
        deps
          .openUpload(flow.id, chatId, reference)
          .catch((error: unknown) =>
            error instanceof AppError && error.code === 'NOT_FOUND'
              ? deps.openFile(flow.id, reference)
              : Promise.reject(error),
          ),
      runCode: async (script) =>
        ports.runCode({
          ...script,
          vars: script.code.includes('$vars') ? { ...(await variables.values()), ...opened } : {},
        }),
      customTool: (id) => tools.get(flow.userId, id),
      customTools: () => tools.all(flow.userId),
      askFlow: (asked) => askOther(flow, asked, [...askers, flow.id]),
      askAssistant: (id, question) => askAssistant(flow.userId, id, question),
      listAssistants: () => assistants.listRemote(flow.userId),
      listFlows: () => flows.summaries(flow.userId, ['CHATFLOW']),
      history: async (sessionId) => [
        ...history.map(toChatMessage),
        // A chat that was begun with this question has no past to look for.
        ...(isNew ? [] : await past(flow.id, sessionId, run.id, before)),
      ],
    }
  }

  /** A run that is run again stands where it stood: what was said since is not known to it. */
  async function past(flowId: string, sessionId: string, runId: string, before: Date | undefined) {
    if (!before) {
      return messages.history(store.db, { flowId, sessionId, runId })
    }
    const said = await messages.list({ flowId, sessionId, endDate: before, order: 'ASC' })
    return said.map(toChatMessage)
  }

  async function* askAssistant(userId: string, id: string, question: AssistantQuestion) {
    const { credential, assistantId } = await assistants.remote(userId, id)
    const { values, platform } = await openCredential(userId, credential, 'openAIApi')
    if (platform) {
      // What it uses cannot be known before it is used: nothing could be held for it.
      throw new AppError('INVALID_FLOW', 'An assistant at OpenAI needs an OpenAI credential of your own.')
    }
    const { openAIApiKey, basePath } = values as { openAIApiKey?: string; basePath?: string }
    return yield* deps.askAssistant(
      { assistantId, apiKey: openAIApiKey ?? '', baseUrl: basePath || undefined },
      question,
    )
  }

  /** One flow asks another: a run of its own, with its own log and its own bill. */
  async function askOther(
    flow: FlowRow,
    asked: FlowQuestion,
    askers: readonly string[],
  ): Promise<FlowAnswer> {
    const { flowId, question, sessionId, overrideConfig = {}, signal } = asked
    refuseCircle(flowId, askers)
    const other = await own(flow.userId, flowId)
    const input = { question, sessionId, overrideConfig, streaming: false, history: [], uploads: [] }
    const { run, reply } = await prepare(other, input, 'EXTERNAL', { askers })
    const stop = () => run.stop(new AppError('STOPPED', 'Stopped.'))
    signal.addEventListener('abort', stop, { once: true })
    try {
      const { text, json, sourceDocuments, artifacts } = await reply(false)
      return {
        text: text ?? JSON.stringify(json),
        ...(sourceDocuments && { sourceDocuments }),
        ...(artifacts && { artifacts }),
      }
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  /** What the owner has ordered for every answer, before it is stored: his function over it, and questions to go on with. */
  async function finishAnswer(found: RunResult, { flow, run, turn, question, world, processor }: Finishing) {
    const { log, signal } = run
    const asked = { ...turn, question }
    const result =
      processor === undefined
        ? found
        : await postProcess(processor, found, { turn: asked, signal, runCode: world.runCode })
    if (!wantsFollowUps(flow)) {
      return result
    }
    const said = [
      ...(await world.history(turn.sessionId)),
      { role: 'user' as const, content: question },
      { role: 'assistant' as const, content: result.text },
    ]
    const followUps = await suggestFollowUps({ flow, said, log, signal, ports: world })
    return followUps.length > 0 ? { ...result, followUpPrompts: JSON.stringify(followUps) } : result
  }

  /** Runs and closes the log whatever happens: one ending, and nobody is told of an answer that is not stored. */
  async function execute(
    run: OpenRun,
    { plan, reuse, base }: CanvasPlan,
    turn: Turn,
    world: Ports,
    { stream, finish }: { stream: boolean; finish(found: RunResult): Promise<RunResult> },
  ) {
    let told = ''
    const leave = run.watch(0, ({ event }) => {
      told += event.type === 'token' ? event.text : ''
    })
    try {
      const { log, signal, totals } = run
      const found = await runFlow({
        ...{ plan, turn, log, signal, stream, reuse },
        ports: world,
        trace: run.isTraced,
        reuses: base?.id,
      })
      const result = plan.isPart ? found : await finish(found)
      const text = result.json === undefined ? result.text : fence(result.json)
      const { text: _, json: __, upserted: ___, ...extras } = result
      await log.append({
        type: 'run_finished',
        text,
        ...(Object.keys(extras).length > 0 && { extras }),
        usage: totals.usage,
      })
      return result
    } catch (error) {
      const failure = causeOf(error, run.signal)
      await run.log.append(endingOf(failure, error, told, run))
      throw failure
    } finally {
      leave()
      run.close()
    }
  }

  async function clear(userId: string, flowId: string, chatId: string) {
    await own(userId, flowId)
    const affected = await messages.remove({ flowId, chatId, chatType: ['INTERNAL'] })
    return { affected, raw: [] as [] }
  }

  async function conversation(userId: string, flowId: string, chatId: string) {
    await own(userId, flowId)
    return messages.list({ flowId, chatId, chatType: ['INTERNAL'], order: 'ASC' })
  }

  /** What one message to the flow as it stands on the canvas will cost. */
  async function estimate(userId: string, flowId: string) {
    const flow = await own(userId, flowId)
    const { plan } = await flows.planDraft(flow)
    const open: Ports['credential'] = (id, kind) => openCredential(userId, id, kind)
    return estimateMessage(flowId, plan, open, { db: store.db, prices: deps.prices, costs: runs.costs })
  }

  return { predict, admit, predictInternal, fill, ask, clear, conversation, estimate }
}

function endingOf(failure: AppError, error: unknown, text: string, { totals: { usage } }: OpenRun): Report {
  if (failure.code === 'STOPPED') {
    return { type: 'run_stopped', text, usage }
  }
  const place = error instanceof NodeFailure ? { nodeId: error.nodeId, label: error.label } : {}
  return { type: 'run_failed', message: failure.message, code: failure.code, ...place, usage }
}

/** Who was stopped is told why, whatever the interrupted work has thrown. */
function causeOf(error: unknown, signal: AbortSignal): AppError {
  if (signal.aborted && signal.reason instanceof AppError) {
    return signal.reason
  }
  return error instanceof AppError
    ? error
    : new AppError('INTERNAL', 'Something went wrong on our side.', { cause: error })
}

function toChatMessage({ role, content }: Prediction['history'][number]): ChatMessage {
  return { role: role === 'userMessage' ? 'user' : 'assistant', content }
}

function fence(json: unknown) {
  return `\`\`\`json\n${JSON.stringify(json, null, 2)}\n\`\`\``
}

function refuseUnknown(): never {
  throw new AppError('NOT_FOUND', 'This flow does not exist.')
}

export type ChatService = ReturnType<typeof createChatService>
