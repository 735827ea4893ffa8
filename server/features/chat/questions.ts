import type { Turn } from '#server/engine/call-context.ts'
import type { Plan } from '#server/engine/plan-flow.ts'
import type { FlowAnswer, FlowQuestion, Ports } from '#server/engine/ports.ts'
import type { RunResult } from '#server/engine/run-flow.ts'
import type { AnalyticsService } from '#server/features/analytics/analytics.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { OpenRun, RunsService } from '#server/features/runs/runs.service.ts'
import type { UploadsService } from '#server/features/uploads/uploads.service.ts'
import type { NewId } from '#server/ids.ts'
import type { Recording, Transcribe } from '#server/ports/transcription.ts'
import type { ChatType, Prediction } from '#shared/chat.ts'
import { AppError } from '#shared/errors.ts'
import { type CanvasRun, readCanvasRun } from './canvas-run.ts'
import { executeRun, type ReceivedRequest } from './execute-run.ts'
import { finishAnswer } from './finish-answer.ts'
import { type FlowRules, rulesOf } from './flow-rules.ts'
import { hear } from './hear.ts'
import { overridePlan, overrideVars } from './override.ts'
import { rejectCycle } from './reject-cycle.ts'
import { createRunPorts, type WorldDeps } from './run-ports.ts'

export type QuestionDeps = Omit<WorldDeps, 'flows'> & {
  newId: NewId
  newMessageId: NewId
  flows: Pick<FlowsService, 'findOwn' | 'plan' | 'planDraft' | 'summaries'>
  runs: Pick<RunsService, 'begin' | 'get' | 'trace'>
  takeUploads: UploadsService['take']
  transcribe: Transcribe
  trace: AnalyticsService['trace']
}

export type Answering = {
  run: OpenRun
  plan: Plan
  streams: boolean
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
  isStreamValid: boolean
} & Omit<RunResult, 'text' | 'json'>

export type Circumstances = {
  canvas?: CanvasRun
  /** Flows waiting for this answer, outermost first. */
  callStack?: readonly string[]
  /** Replaces the flow's published plan. */
  planned?: { versionId: string; plan: Plan }
  isVisitor?: boolean
}

type Understanding = ReceivedRequest & { run: OpenRun; rules: FlowRules; world: Ports; attached: string }

export function createQuestions(deps: QuestionDeps) {
  const { newId, newMessageId, flows, runs, variables } = deps
  const portsOf = createRunPorts({ ...deps, askOther })

  async function prepare(
    flow: FlowRow,
    input: Prediction,
    chatType: ChatType,
    { canvas = {}, callStack = [], planned, isVisitor = false }: Circumstances = {},
  ): Promise<Answering & { turn: Turn }> {
    const rules = rulesOf(flow)
    rejectUnheard(input, rules)
    const { versionId, plan: written } = planned ?? (await planOf(flow, chatType))
    const whole = overridePlan(written, input.overrideConfig, rules.permission)
    const part = await readCanvasRun(whole, canvas, flow, runs)
    const { plan, base } = part
    const place = base ? { chatId: base.chatId, sessionId: base.sessionId } : {}
    const { turn: asking, isNew } = await readTurn(plan, { ...input, ...place }, { flow, rules, chatType })
    const { chatId, sessionId, messageId, question } = asking
    const brought = await deps.takeUploads(flow, { chatId, isVisitor }, input.uploads)
    const { stored, images, text: attached } = brought
    const recordings = rules.speech ? brought.recordings : []
    const turn: Turn = {
      ...asking,
      question: below(attached, question),
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
      isSpoken: recordings.length > 0,
    })
    const streams = plan.streams && rules.processor === undefined
    const reply = async (stream: boolean): Promise<Reply> => {
      const before = base && new Date(base.startedDate.getTime() - 1)
      const world = portsOf(flow, { ...input, chatId }, { isNew, isVisitor, callStack, before })
      const { result, requested } = await executeRun({
        ...{ run, canvas: part, requested: { turn, question }, world },
        stream: stream && streams,
        ...(recordings.length > 0 && {
          hear: () => understand(recordings, { run, rules, world, turn, question, attached }),
        }),
        finish: (found, heard) => finishAnswer(found, { ...heard, rules, run, world }),
        ...(rules.isTraced && { ended: () => deps.trace({ flow, run, chatId, sessionId, chatType }) }),
      })
      return replyOf(result, requested, { memoryType, streams })
    }
    return { run, plan, turn, streams, reply }
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
    const heard = await hear(recordings, {
      ...{ choice, log, signal },
      credential: world.credential,
      transcribe: deps.transcribe,
    })
    const question = below(heard, typed)
    run.hear(question)
    return { turn: { ...turn, question: below(attached, question) }, question }
  }

  /** The canvas runs the draft; every other caller runs the published version. */
  async function planOf(flow: FlowRow, chatType: ChatType) {
    const { versionId } = flow
    return chatType === 'INTERNAL' ? flows.planDraft(flow) : { versionId, plan: await flows.plan(flow) }
  }

  /** Session id: the caller's, else (for API callers) the chat's, else the memory node's own, else the chat's. */
  async function readTurn(
    plan: Plan,
    input: Prediction,
    { flow, rules, chatType }: { flow: FlowRow; rules: FlowRules; chatType: ChatType },
  ) {
    const named = input.overrideConfig.sessionId ?? input.sessionId
    const session = typeof named === 'string' && named !== '' ? named : undefined
    const fresh = newId()
    const chatId = input.chatId || session || fresh
    const outside = chatType === 'INTERNAL' ? undefined : input.chatId
    const sessionId = session ?? (outside || plan.memorySession) ?? chatId
    const vars = {
      ...(plan.usesVariables && (await variables.values())),
      ...overrideVars(input.overrideConfig, rules.permission),
    }
    const { question } = input
    const turn: Turn = { question, flowId: flow.id, chatId, sessionId, messageId: newMessageId(), vars }
    return { turn, isNew: sessionId === fresh }
  }

  async function askOther(
    flow: FlowRow,
    requested: FlowQuestion,
    callStack: readonly string[],
  ): Promise<FlowAnswer> {
    const { flowId, question, sessionId, overrideConfig = {}, signal } = requested
    rejectCycle(flowId, callStack)
    const other = await flows.findOwn(flow.userId, flowId)
    const input = { question, sessionId, overrideConfig, streaming: false, history: [], uploads: [] }
    const { run, reply } = await prepare(other, input, 'EXTERNAL', { callStack })
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

  return { prepare }
}

/** A recording without text is not a question for a flow without speech-to-text. */
function rejectUnheard({ question, uploads }: Prediction, { speech }: FlowRules) {
  const isSpoken = question.trim() === '' && uploads.some(({ type }) => type === 'audio')
  if (isSpoken && !speech) {
    throw new AppError('INVALID_INPUT', 'This flow does not accept voice messages. Send text.')
  }
}

function below(first: string, second: string) {
  return first === '' || second.trim() === '' ? first + second : `${first}\n\n${second}`
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
