import type { Caller } from '#server/caller.ts'
import type { ModelSettings, Ports } from '#server/engine/ports.ts'
import { recordModels } from '#server/engine/record-model.ts'
import { endingOf } from '#server/engine/run-ending.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { MessagesService } from '#server/features/messages/messages.service.ts'
import type { OpenRun, RunsService } from '#server/features/runs/runs.service.ts'
import type { TakeoverService } from '#server/features/takeover/takeover.service.ts'
import type { NewId } from '#server/ids.ts'
import type { ChatKey } from '#shared/conversations.ts'
import { AppError } from '#shared/errors.ts'
import type { RunEvent } from '#shared/runs.ts'
import type { DraftEvent, DraftKey, ModelChoice } from '#shared/writing.ts'
import { writerOf } from './flow-writer.ts'
import { replyRequest } from './prompts.ts'

type Opened = { settings: ModelSettings; platform: boolean; chat: Ports['chat'] }
type Deps = {
  newId: NewId
  flows: Pick<FlowsService, 'findOwn' | 'get'>
  runs: Pick<RunsService, 'start' | 'get' | 'watch' | 'stop'>
  messages: Pick<MessagesService, 'thread'>
  /** The conversation, if the caller may answer in it. */
  requireAnswerable: TakeoverService['requireSwitchable']
  openModel(userId: string, model: ModelChoice | undefined, max: number): Promise<Opened>
}

const NODE_ID = 'aiReply'
const MAX_OUTPUT_TOKENS = 2_000
/** Of the conversation, the newest ones. */
const MAX_MESSAGES = 30

/** Drafts of operators' messages. Nothing is sent: the text is in the events of the run. */
export function createReplySuggestions(deps: Deps) {
  const { newId, flows, runs, messages, requireAnswerable, openModel } = deps

  /** Returns once the run has begun. Its model is the flow's own, else the default one. The flow's owner pays. */
  async function reply(caller: Operator, { flowId, chatId }: ChatKey) {
    const { userId } = await requireAnswerable(caller, { flowId, chatId })
    const flow = await flows.findOwn(userId, flowId)
    const { model, instruction } = writerOf((await flows.get(userId, flowId)).flowData)
    const opened = await openModel(userId, model, MAX_OUTPUT_TOKENS).catch((error: unknown) => {
      throw caller.id === userId ? error : hiddenFailure(error)
    })
    const request = replyRequest(
      instruction,
      await messages.thread({ flowId, chatId }, { limit: MAX_MESSAGES }),
    )
    const run = runs.start({
      ...{ flowId, versionId: flow.versionId, userId },
      // A chat of its own: visitors stop and read the answers of theirs. The session leads to the conversation.
      ...{ chatId: newId(), sessionId: chatId, chatType: 'INTERNAL' as const },
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

  /** Events after a position, without costs. Only the owner learns why a draft has failed. Rejects before it starts. */
  async function watchReply(
    caller: Operator,
    draft: DraftKey,
    after: number,
    signal: AbortSignal | undefined,
  ) {
    const { userId } = await requireAnswerable(caller, draft)
    // A run of another process may not be stored yet, which `watch` waits for.
    const events = await runs.watch(userId, draft.runId, after, signal)
    await requireDraft(userId, draft)
    return shown(events, caller.id === userId)
  }

  async function stopReply(caller: Operator, draft: DraftKey) {
    const { userId } = await requireAnswerable(caller, draft)
    await requireDraft(userId, draft)
    await runs.stop(userId, draft.runId)
  }

  /** Other runs of the owner are none of a moderator's business. */
  async function requireDraft(userId: string, { flowId, chatId, runId }: DraftKey) {
    const { chatType, ...run } = await runs.get(userId, runId)
    if (!(chatType === 'INTERNAL' && run.flowId === flowId && run.sessionId === chatId)) {
      throw new AppError('NOT_FOUND', 'This draft does not exist.')
    }
  }

  return { reply, watchReply, stopReply }
}

type Operator = Pick<Caller, 'id' | 'username' | 'role'>
type Watched<Event> = AsyncGenerator<{ sequence: number; event: Event }>

async function* shown(events: Watched<RunEvent>, isOwner: boolean): Watched<DraftEvent> {
  for await (const { sequence, event } of events) {
    const draft = toDraftEvent(event, isOwner)
    if (draft) {
      yield { sequence, event: draft }
    }
  }
}

function toDraftEvent(event: RunEvent, isOwner: boolean): DraftEvent | undefined {
  switch (event.type) {
    case 'token':
    case 'run_finished':
    case 'run_stopped':
      return { type: event.type, text: event.text }
    case 'run_failed': {
      const { code, message } = isOwner ? event : hiddenFailure()
      return { type: event.type, code, message }
    }
    default:
      return undefined
  }
}

/** What a moderator learns of a failure: the owner's money, limits and credentials are the owner's alone. */
function hiddenFailure(cause?: unknown) {
  return new AppError('UNAVAILABLE', 'No draft is available right now. Write the reply yourself.', { cause })
}
