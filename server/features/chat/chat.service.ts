import type { z } from 'zod'
import type { Store } from '#server/db/store.ts'
import type { Turn } from '#server/engine/define-node.ts'
import type { Plan } from '#server/engine/plan-flow.ts'
import type { ChatMessage, Ports } from '#server/engine/ports.ts'
import { NodeFailure, type RunResult, runFlow } from '#server/engine/run-flow.ts'
import type { Report } from '#server/engine/run-log.ts'
import type { Caller } from '#server/features/auth/auth.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { MessagesService } from '#server/features/messages/messages.service.ts'
import type { OpenRun, RunsService } from '#server/features/runs/runs.service.ts'
import type { NewId } from '#server/ids.ts'
import type { askInput, ChatType, Prediction } from '#shared/chat.ts'
import { AppError } from '#shared/errors.ts'
import { mayAsk } from './may-ask.ts'

type Deps = {
  store: Store
  newId: NewId
  newMessageId: NewId
  flows: Pick<FlowsService, 'find' | 'plan'>
  runs: RunsService
  messages: Pick<MessagesService, 'history' | 'list' | 'remove'>
  variables: { values(): Promise<Record<string, string>> }
  /** The world outside, for one flow's owner. */
  ports: Pick<Ports, 'chat' | 'embed' | 'listModels' | 'fetch'>
  openCredential(userId: string, ...named: Parameters<Ports['credential']>): ReturnType<Ports['credential']>
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
  const { store, newId, newMessageId, flows, runs, messages, variables, ports, openCredential } = deps

  /** From outside. NOT_FOUND for whoever may not ask this flow. */
  async function predict(id: string, input: Prediction, caller: Caller | null, origin: string | undefined) {
    const flow = await flows.find(id)
    mayAsk(flow, caller, origin)
    return prepare(flow, input, 'EXTERNAL')
  }

  /** The owner tries his own flow. */
  async function predictInternal(userId: string, id: string, input: Prediction) {
    return prepare(await own(userId, id), input, 'INTERNAL')
  }

  /** From the canvas: answers at once with what to watch. Faults of the flow are thrown, all later ones are in the log. */
  async function ask(userId: string, { flowId, question, chatId }: z.infer<typeof askInput>) {
    const input = { question, chatId, streaming: true, history: [], overrideConfig: {} }
    const { run, reply, turn } = await prepare(await own(userId, flowId), input, 'INTERNAL')
    reply(true).catch(() => undefined)
    return { runId: run.id, chatId: turn.chatId, sessionId: turn.sessionId }
  }

  async function own(userId: string, id: string) {
    const flow = await flows.find(id)
    return flow.userId === userId ? flow : refuseUnknown()
  }

  async function prepare(
    flow: FlowRow,
    input: Prediction,
    chatType: ChatType,
  ): Promise<Answering & { turn: Turn }> {
    const plan = await flows.plan(flow.versionId)
    const { turn, isNew } = await readTurn(flow, plan, input, chatType)
    const { chatId, sessionId, messageId, question } = turn
    const { memoryType } = plan
    const run = runs.begin({
      flowId: flow.id,
      versionId: flow.versionId,
      userId: flow.userId,
      chatId,
      sessionId,
      chatType,
      memoryType,
      question,
      leadEmail: input.leadEmail,
      messageId,
    })
    const reply = async (stream: boolean): Promise<Reply> => {
      const result = await execute(run, plan, turn, portsOf(flow, run, input, isNew), stream && plan.streams)
      const { text, json, ...rest } = result
      return {
        ...(json === undefined ? { text } : { json }),
        ...rest,
        question,
        chatId,
        chatMessageId: messageId,
        sessionId,
        ...(memoryType && { memoryType }),
        isStreamValid: plan.streams,
      }
    }
    return { run, plan, turn, streams: plan.streams, reply }
  }

  /** facts/engine.md E5: the session named by the caller, else (from outside) the chat, else the memory's own, else the chat. */
  async function readTurn(flow: FlowRow, plan: Plan, input: Prediction, chatType: ChatType) {
    const named = input.overrideConfig.sessionId ?? input.sessionId
    const session = typeof named === 'string' && named !== '' ? named : undefined
    const fresh = newId()
    const chatId = input.chatId || session || fresh
    const outside = chatType === 'INTERNAL' ? undefined : input.chatId
    const sessionId = session ?? (outside || plan.memorySession) ?? chatId
    const vars = plan.usesVariables ? await variables.values() : {}
    const { question } = input
    const turn: Turn = { question, flowId: flow.id, chatId, sessionId, messageId: newMessageId(), vars }
    return { turn, isNew: sessionId === fresh }
  }

  function portsOf(flow: FlowRow, run: OpenRun, { history }: Prediction, isNew: boolean): Ports {
    return {
      ...ports,
      credential: (id, kind) => openCredential(flow.userId, id, kind),
      history: async (sessionId) => [
        ...history.map(toChatMessage),
        // A chat that was begun with this question has no past to look for.
        ...(isNew ? [] : await messages.history(store.db, { flowId: flow.id, sessionId, runId: run.id })),
      ],
    }
  }

  /** Runs and closes the log whatever happens: one ending, and nobody is told of an answer that is not stored. */
  async function execute(run: OpenRun, plan: Plan, turn: Turn, world: Ports, stream: boolean) {
    let told = ''
    const leave = run.watch(0, ({ event }) => {
      told += event.type === 'token' ? event.text : ''
    })
    try {
      const { log, signal, totals } = run
      const result = await runFlow({ plan, turn, ports: world, log, signal, stream })
      const text = result.json === undefined ? result.text : fence(result.json)
      const { text: _, json: __, ...extras } = result
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

  return { predict, predictInternal, ask, clear, conversation }
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
