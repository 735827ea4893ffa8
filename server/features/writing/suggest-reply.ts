import type { Reader } from '#server/db/store.ts'
import type { ModelSettings, Ports } from '#server/engine/ports.ts'
import { recordModels } from '#server/engine/record-model.ts'
import { endingOf } from '#server/engine/run-ending.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { MessagesService } from '#server/features/messages/messages.service.ts'
import type { OpenRun, RunsService } from '#server/features/runs/runs.service.ts'
import type { NewId } from '#server/ids.ts'
import type { ChatKey } from '#shared/conversations.ts'
import { AppError } from '#shared/errors.ts'
import type { ModelChoice } from '#shared/writing.ts'
import { writerOf } from './flow-writer.ts'
import { replyRequest } from './prompts.ts'

type Opened = { settings: ModelSettings; platform: boolean; chat: Ports['chat'] }
type Deps = {
  store: { db: Reader }
  newId: NewId
  flows: Pick<FlowsService, 'findOwn' | 'get'>
  runs: Pick<RunsService, 'start'>
  messages: Pick<MessagesService, 'findConversation' | 'thread'>
  openModel(userId: string, model: ModelChoice | undefined, max: number): Promise<Opened>
}

const NODE_ID = 'aiReply'
const MAX_OUTPUT_TOKENS = 2_000
/** Of the conversation, the newest ones. */
const MAX_MESSAGES = 30

/** Drafts of operators' messages. Nothing is sent: the text is in the events of the run. */
export function createReplySuggestions({ store, newId, flows, runs, messages, openModel }: Deps) {
  /** Returns once the run has begun. Its model is the flow's own, else the default one. The flow's owner pays. */
  async function reply(userId: string, { flowId, chatId }: ChatKey) {
    const flow = await flows.findOwn(userId, flowId)
    const place = { flowId, chatId }
    if (!(await messages.findConversation(store.db, place))) {
      throw new AppError('NOT_FOUND', 'This conversation does not exist.')
    }
    const { model, instruction } = writerOf((await flows.get(userId, flowId)).flowData)
    const opened = await openModel(userId, model, MAX_OUTPUT_TOKENS)
    const request = replyRequest(instruction, await messages.thread(place, { limit: MAX_MESSAGES }))
    const draftId = newId()
    const run = runs.start({
      ...{ flowId, versionId: flow.versionId, userId: flow.userId },
      ...{ chatId: draftId, sessionId: draftId, chatType: 'INTERNAL' as const },
      ...{ memoryType: undefined, leadEmail: undefined },
      ...{ question: '', messageId: newId(), isPart: true },
    })
    // A run whose ending cannot be stored is ended by the next recovery.
    void write(run, opened, request)
      .catch(() => undefined)
      .finally(() => run.close())
    return { runId: run.id }
  }

  /** Watchers read a failure of the model in the log. */
  async function write(
    { log, signal, totals }: OpenRun,
    { settings, platform, chat }: Opened,
    request: ReturnType<typeof replyRequest>,
  ) {
    let text = ''
    try {
      log.note({ type: 'run_started', question: '', until: NODE_ID })
      const blame = (error: unknown) => error
      const model = recordModels({ nodeId: NODE_ID, chat, log, signal, platform, blame })({
        ...settings,
        streaming: true,
      })
      const pieces = (model.heldBy?.({ id: NODE_ID, listens: true }) ?? model).stream(request)
      for (let step = await pieces.next(); !step.done; step = await pieces.next()) {
        text += step.value
        log.note({ type: 'token', nodeId: NODE_ID, text: step.value })
      }
      signal.throwIfAborted()
      await log.append({ type: 'run_finished', text, usage: totals.usage })
    } catch (error) {
      const failure: unknown = signal.aborted ? signal.reason : error
      await log.append(endingOf(failure, totals.usage, { text }))
    }
  }

  return { reply }
}
