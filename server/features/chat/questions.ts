import type { Turn } from '#server/engine/call-context.ts'
import type { Catalogue } from '#server/engine/check-flow.ts'
import type { Plan } from '#server/engine/plan-flow.ts'
import type { CalledFlow, FlowAnswer, FlowQuestion, Ports } from '#server/engine/ports.ts'
import type { ExecutedItem } from '#server/engine/program/executed-items.ts'
import type { Program } from '#server/engine/program/program.ts'
import { type RunResult, runFlow } from '#server/engine/run-flow.ts'
import type { AnalyticsService } from '#server/features/analytics/analytics.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { Alongside, OpenRun, RunsService, Spending } from '#server/features/runs/runs.service.ts'
import type { UploadsService } from '#server/features/uploads/uploads.service.ts'
import type { NewId } from '#server/ids.ts'
import type { Recording, Transcribe } from '#server/ports/transcription.ts'
import type { ChatType, Prediction } from '#shared/chat.ts'
import { AppError } from '#shared/errors.ts'
import { isAgentFlow } from '#shared/flows.ts'
import { invalidInput } from '#shared/invalid-input.ts'
import { createAgentQuestions } from './agent-questions.ts'
import { answerUnlessOff } from './answer-unless-off.ts'
import { attachTo, waitForChild } from './called-run.ts'
import { type CanvasRun, readCanvasRun } from './canvas-run.ts'
import { executeRun, type ReceivedRequest } from './execute-run.ts'
import { finishAnswer } from './finish-answer.ts'
import { type FlowRules, rulesOf } from './flow-rules.ts'
import { overridePlan } from './override.ts'
import { readAnswer } from './read-answer.ts'
import { joinParagraphs, readTurn } from './read-turn.ts'
import { rejectCycle } from './reject-cycle.ts'
import { createRunPorts, type FlowCaller, type WorldDeps } from './run-ports.ts'
import { transcribeQuestion } from './transcribe-question.ts'
import type { UpsertAttempt } from './upsert-attempt.ts'

export type QuestionDeps = Omit<WorldDeps, 'flows'> & {
  newId: NewId
  newMessageId: NewId
  now: () => Date
  catalogue: Catalogue
  flows: Pick<
    FlowsService,
    'find' | 'findOwn' | 'plan' | 'planDraft' | 'program' | 'programDraft' | 'programOfRun' | 'summaries'
  >
  runs: RunsService
  storeAttachments: UploadsService['storeAll']
  transcribe: Transcribe
  trace: AnalyticsService['trace']
}

export type Answering = {
  run: OpenRun
  streams: boolean
  /** Agent flows only. Their runs go on when the caller leaves. */
  program?: Program
  /** What concerns the owner alone is left out. */
  isVisitor?: boolean
  /** Set where clients come back for the answer: called by each reader, and the result when it leaves. */
  join?: () => () => void
  /** Starts answering. Throws the error for the caller; by then the run has been closed. */
  reply(stream: boolean): Promise<Reply>
}

export type Reply = {
  text?: string
  json?: unknown
  question: string
  chatId: string
  chatMessageId: string
  sessionId: string
  memoryType?: string
  /** Chat flows only. */
  isStreamValid?: boolean
  /** Agent flows only. */
  executionId?: string
  /** v2 only. */
  agentFlowExecutedData?: ExecutedItem[]
  /** Set when the run waits for a person. */
  action?: unknown
  /** An operator answers instead. */
  aiDisabled?: true
} & Omit<RunResult, 'text' | 'json'>

export type RunOptions = {
  /** Where the question comes from. */
  platform?: string | undefined
  /** The id of the message: a repeated attempt finds its question stored. */
  questionId?: string | undefined
  /** The id of the run, if its caller decides it: a step of an agent flow, or a client that may come back. */
  child?: { id: string; parentRunId: string | undefined }
  canvas?: CanvasRun
  /** Flows waiting for this answer, outermost first. */
  callStack?: readonly string[]
  /** What the run that waits for this answer has spent. */
  caller?: Spending | undefined
  /** Replaces the flow's published plan. */
  planned?: { versionId: string; plan: Plan }
  /** Replaces the published program of an agent flow. */
  programmed?: { versionId: string; program: Program; draft: string | undefined }
  /** The process whose job asks: when it has died, its open runs are closed. Chat flows only. */
  jobOwner?: string
  isVisitor?: boolean
  /** Agent flows only. See `Alongside` in open-run.ts. */
  alongside?: Alongside
  /** The run is an attempt of this job. */
  upsert?: UpsertAttempt
}

type Understanding = ReceivedRequest & { run: OpenRun; rules: FlowRules; world: Ports; attached: string }

export function createQuestions(deps: QuestionDeps) {
  const { flows, runs } = deps
  const portsOf = createRunPorts({ ...deps, callFlow })
  const agents = createAgentQuestions({ ...deps, callFlow })

  async function prepare(
    flow: FlowRow,
    input: Prediction,
    chatType: ChatType,
    circumstances: RunOptions = {},
  ): Promise<Answering & { turn: Turn }> {
    if (isAgentFlow(flow.type)) {
      return prepareAgent(flow, input, chatType, circumstances)
    }
    const {
      canvas = {},
      callStack = [],
      planned,
      isVisitor = false,
      child,
      caller,
      upsert,
      platform,
      questionId,
    } = circumstances
    const rules = rulesOf(flow)
    if (!planned) {
      rejectEmpty(input)
    }
    rejectEmptyQuestion(input, rules)
    const { versionId, plan: draft } = planned ?? (await planOf(flow, chatType))
    const fullPlan = overridePlan(draft, input.overrideConfig, rules.permission)
    const part = await readCanvasRun(fullPlan, canvas, flow, runs)
    const { plan, base } = part
    const place = base ? { chatId: base.chatId, sessionId: base.sessionId } : {}
    const { turn: chatTurn, isNew } = await readTurn(
      plan,
      { ...input, ...place },
      { flow, rules, chatType },
      deps,
    )
    const { chatId, sessionId, messageId, question } = chatTurn
    const attachments = await deps.storeAttachments(flow, { chatId, isVisitor }, input.uploads)
    const { stored, images, text: attached } = attachments
    const recordings = rules.speech ? attachments.recordings : []
    const turn: Turn = {
      ...chatTurn,
      question: joinParagraphs(attached, question),
      ...(images.length > 0 && { images }),
    }
    const { memoryType } = plan
    const run = runs.start({
      flowId: flow.id,
      versionId,
      userId: flow.userId,
      chatId,
      sessionId: upsert?.jobId ?? sessionId,
      upsertBy: ownerOf(circumstances),
      chatType,
      platform,
      questionId,
      memoryType,
      question,
      leadEmail: input.leadEmail,
      messageId,
      uploads: stored,
      isPart: plan.isPart,
      isSpoken: recordings.length > 0,
      caller,
      ...child,
    })
    run.limitTo(rules.limits)
    const streams = plan.streams && rules.processor === undefined
    const answer = async (stream: boolean): Promise<Reply> => {
      const world = portsOf(
        flow,
        { ...input, chatId },
        {
          ...{ chatType, isNew, isVisitor, callStack, before: base, spending: run.spending, upsert },
        },
      )
      const { result, requested } = await executeRun({
        ...{ run, requested: { turn, question } },
        perform: (transcribed) =>
          runFlow({
            ...{ plan, turn: transcribed.turn, log: run.log, signal: run.signal, stream: stream && streams },
            ...{ reuse: part.reuse, ports: world, trace: run.isTraced, reuses: base?.id },
            finish: (found) => finishAnswer(found, { ...transcribed, rules, run, world }),
          }),
        ...(recordings.length > 0 && {
          transcribe: () => understand(recordings, { run, rules, world, turn, question, attached }),
        }),
        ...(rules.isTraced && { ended: () => deps.trace({ flow, run, chatId, sessionId, chatType }) }),
      })
      return replyOf(result as RunResult, requested, { memoryType, streams })
    }
    const reply = (stream: boolean) => answerUnlessOff({ run, turn, answer: () => answer(stream) })
    return { run, turn, streams, reply }
  }

  /** A request that carries an answer goes on with the run that waits in its session; any other starts a run. */
  async function prepareAgent(flow: FlowRow, input: Prediction, chatType: ChatType, around: RunOptions) {
    const answer = readAnswer(input)
    if (!answer) {
      return agents.prepare(flow, input, chatType, around)
    }
    const named = input.overrideConfig.sessionId ?? input.sessionId ?? input.chatId
    const by = { kind: around.isVisitor ? ('visitor' as const) : ('api' as const) }
    return agents.answerSession(flow, String(named ?? ''), { ...answer, by })
  }

  /** Transcript of the recordings, placed in the question before any typed text. */
  async function understand(
    recordings: readonly Recording[],
    { run, rules, world, turn, question: typed, attached }: Understanding,
  ): Promise<ReceivedRequest> {
    const { log, signal } = run
    const { speech: choice } = rules
    if (!choice) {
      return { turn, question: typed }
    }
    const text = await transcribeQuestion(recordings, {
      ...{ choice, log, signal },
      credential: world.credential,
      transcribe: deps.transcribe,
    })
    const question = joinParagraphs(text, typed)
    run.setQuestion(question)
    return { turn: { ...turn, question: joinParagraphs(attached, question) }, question }
  }

  /** The canvas runs the draft; every other caller runs the published version. */
  async function planOf(flow: FlowRow, chatType: ChatType) {
    const { versionId } = flow
    return chatType === 'INTERNAL' ? flows.planDraft(flow) : { versionId, plan: await flows.plan(flow) }
  }

  async function callFlow(flow: FlowRow, requested: FlowQuestion, caller: FlowCaller): Promise<CalledFlow> {
    const { flowId, question, sessionId, overrideConfig = {}, signal, childRunId } = requested
    const { callStack, runId: parentRunId, spending, calledAs } = caller
    rejectCycle(flowId, callStack)
    const attached = childRunId === undefined ? {} : await attachTo(childRunId, runs)
    if (attached.called) {
      return attached.called
    }
    const other = await flows.findOwn(flow.userId, flowId)
    const input = { question, sessionId, overrideConfig, streaming: false, history: [], uploads: [] }
    const child = attached.nextId === undefined ? undefined : { id: attached.nextId, parentRunId }
    const { run, reply } = await prepare(other, input, calledAs, {
      ...{ callStack, caller: spending, platform: 'flow' },
      ...(child && { child }),
    })
    const stop = () => run.stop(new AppError('STOPPED', 'Stopped.'))
    signal.addEventListener('abort', stop, { once: true })
    try {
      const replied = await reply(false)
      if (replied.action !== undefined && child) {
        throw waitForChild(run.id, replied.text ?? '')
      }
      return { answer: toFlowAnswer(replied), costMicro: run.spending.spentMicro() }
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  return {
    prepare,
    prepareAgain: agents.prepareAgain,
    resume: agents.resume,
    wakeOrphans: agents.wakeOrphans,
  }
}

function toFlowAnswer({ text, json, sourceDocuments, artifacts }: Reply): FlowAnswer {
  return {
    text: text ?? JSON.stringify(json),
    ...(sourceDocuments && { sourceDocuments }),
    ...(artifacts && { artifacts }),
  }
}

function rejectEmpty({ question, uploads }: Prediction) {
  // The text of a recording is known only after transcription.
  if (question.trim() === '' && !uploads.some(({ type }) => type === 'audio')) {
    throw invalidInput({ question: ['Write a question'] })
  }
}

function ownerOf({ upsert, jobOwner }: RunOptions) {
  return upsert?.owner ?? jobOwner
}

/** A recording without text is not a question for a flow without speech-to-text. */
function rejectEmptyQuestion({ question, uploads }: Prediction, { speech }: FlowRules) {
  const isSpoken = question.trim() === '' && uploads.some(({ type }) => type === 'audio')
  if (isSpoken && !speech) {
    throw new AppError('INVALID_INPUT', 'This flow does not accept voice messages. Send text.')
  }
}

function replyOf(
  { text, json, followUpPrompts, ...rest }: RunResult,
  { turn: { chatId, sessionId, messageId: chatMessageId }, question }: ReceivedRequest,
  { memoryType, streams: isStreamValid }: { memoryType: string | undefined; streams: boolean },
): Reply {
  return {
    ...(json === undefined ? { text } : { json }),
    ...rest,
    // Encoded twice, because Flowise clients decode it twice.
    ...(followUpPrompts && { followUpPrompts: JSON.stringify(followUpPrompts) }),
    question,
    chatId,
    chatMessageId,
    sessionId,
    ...(memoryType && { memoryType }),
    isStreamValid,
  }
}
