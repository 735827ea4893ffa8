import type { Store } from '#server/db/store.ts'
import type { ChatService } from '#server/features/chat/chat.service.ts'
import type { VisitorErrors } from '#server/features/chat/visitor-errors.service.ts'
import type { FlowAccess } from '#server/features/flows/flow-access.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { JobsService, RunningJob } from '#server/features/jobs/jobs.service.ts'
import type { MessagesService } from '#server/features/messages/messages.service.ts'
import type { RunsService } from '#server/features/runs/runs.service.ts'
import type { TakeoverService } from '#server/features/takeover/takeover.service.ts'
import { idOf } from '#server/ids.ts'
import { type ChannelPorts, SendFailure } from '#server/ports/channels.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord } from '#shared/json.ts'
import type { Upload } from '#shared/uploads.ts'
import { type Choice, createVisitorChoices } from './ask-visitors.ts'
import type { ChannelSecrets } from './channel-secrets.ts'
import type { ChannelRow, ChatRow, EventRow } from './channels.table.ts'
import * as chatRows from './chats.repository.ts'
import type { Deliveries } from './deliver-parts.ts'
import * as eventRows from './events.repository.ts'
import { ANSWER_KIND } from './receive-events.ts'

type Deps = {
  store: Store
  now: () => Date
  jobs: Pick<JobsService, 'handle' | 'isTemporary' | 'wake'>
  flows: Pick<FlowsService, 'find'>
  access: Pick<FlowAccess, 'countRequest'>
  chat: Pick<ChatService, 'answerVisitor'>
  runs: Pick<RunsService, 'find' | 'newest' | 'waitsOf'>
  messages: Pick<MessagesService, 'findConversation'>
  takeover: Pick<TakeoverService, 'switchAi' | 'write'>
  visitorErrors: Pick<VisitorErrors, 'conceal'>
  deliveries: Pick<Deliveries, 'queue'>
  ports: ChannelPorts
  secrets: ChannelSecrets
}

type Received = { job: RunningJob; event: EventRow; chat: ChatRow; channel: ChannelRow }

const TYPING_MS = 4_000
/** Runs begun for one message, before a failure is the last. */
const MAX_TRIES = 5
/** With those that ended with their process. More of them are no coincidence. */
const MAX_RUNS = 30
/** Of a job, which also fails while it waits for another process. */
const MAX_FAILURES = 20
const STOPPED_REPEATEDLY = 'The server stopped repeatedly while it worked on this.'
/** For people who press a button of a question that was answered before. */
const QUESTION_CLOSED = 'This question is no longer open.'
/** While another process still writes the answer. */
const LOOK_AGAIN_SECONDS = 10
/** More answers than a person reads: another program is talking to the flow. */
const caps = [
  { answers: 10, ms: 60_000 },
  { answers: 60, ms: 60 * 60_000 },
]

/** Answers messages of channels: each once, those of a conversation in their order. */
export function createAnswers(deps: Deps) {
  const { store, now, jobs, ports, secrets } = deps
  const choices = createVisitorChoices(deps)

  jobs.handle(ANSWER_KIND, {
    ...{ isUrgent: true, maxFailures: MAX_FAILURES, run: (job) => answerNext(job) },
    ended: async (tx, { id, input, error }) =>
      eventRows.failEventOf(tx, id, (input as { chatId: string }).chatId, error),
  })

  async function answerNext(job: RunningJob) {
    const { row } = job
    const { chatId } = row.input as { chatId: string }
    const claim = { chatId, jobId: row.id }
    const event = await store.transaction(async (tx) => {
      const found = await chatRows.findChat(tx, chatId)
      if (found?.channel.pausedDate) {
        // A channel that goes on has a new job for each message that waits.
        await eventRows.releaseEvent(tx, claim)
        return undefined
      }
      return eventRows.claimEvent(tx, claim)
    })
    const place = event && (await chatRows.findChat(store.db, chatId))
    if (!event || !place) {
      return null
    }
    const received = { job, event, ...place }
    if (event.kind === 'echo') {
      await leaveToPerson(received)
    } else {
      await answerUnlessKnown(received)
    }
    jobs.wake()
    return null
  }

  /** An earlier attempt may have answered before its process ended. */
  async function answerUnlessKnown(received: Received) {
    const { event, channel } = received
    const past = event.tries === 0 ? undefined : await deps.runs.find(runIdOf(event))
    const isOpen = past?.state === 'running'
    // The run of an agent flow goes on by itself, and its answer is sent when it is stored.
    if (past?.state === 'finished' || past?.state === 'waiting' || (isOpen && past.program)) {
      return close(received, 'answered')
    }
    if (isOpen) {
      const details = { retryAfterSeconds: LOOK_AGAIN_SECONDS }
      throw new AppError('UNAVAILABLE', 'Another process writes this answer.', { details })
    }
    if (channel.flowId === null) {
      return close(received, 'failed')
    }
    const flow = await deps.flows.find(channel.flowId)
    if (event.tries >= MAX_RUNS) {
      return fail(received, flow, new AppError('INTERNAL', STOPPED_REPEATEDLY))
    }
    return answer(received, flow).catch((error: unknown) =>
      error instanceof EndlessTalk ? close(received, 'withheld', error.message) : fail(received, flow, error),
    )
  }

  async function answer(received: Received, flow: FlowRow) {
    const { event, chat, job } = received
    const { signal } = job
    if (event.tries === 0) {
      await deps.access.countRequest(flow, chat.chatId)
      await rejectEndlessTalk(received)
    }
    const begun = { ...event, tries: event.tries + 1 }
    const read = await choices.read(received, event)
    const chosen = read === 'closed' ? undefined : read
    if (!chosen && isChoice(job)) {
      // An earlier attempt has gone on with the run, whose answer is sent when it is stored.
      return close(received, 'answered')
    }
    if (read === 'closed') {
      return notify(received, QUESTION_CLOSED, { state: 'answered' })
    }
    await store.transaction(async (tx) => {
      await eventRows.updateEvent(tx, event.id, { tries: begun.tries })
      await (chosen && job.storeResult(tx, { chosenRunId: chosen.runId }))
    })
    const stopTyping = showTyping(received)
    try {
      const { run, reply } = await begin(received, flow, { runId: runIdOf(begun), choice: chosen?.choice })
      const stop = () => run.stop(signal.reason as AppError)
      signal.addEventListener('abort', stop, { once: true })
      const { aiDisabled } = await reply(false).finally(() => signal.removeEventListener('abort', stop))
      await close(received, aiDisabled ? 'withheld' : 'answered')
    } finally {
      stopTyping()
    }
  }

  /** A run of its own, or the one that waits for this choice. */
  async function begin(
    { event, chat, channel }: Received,
    flow: FlowRow,
    { runId, choice }: { runId: string; choice: Choice | undefined },
  ) {
    const uploads = choice ? [] : await download(channel, event)
    return deps.chat.answerVisitor(
      flow,
      {
        ...{ chatId: chat.chatId, question: questionOf(event), uploads },
        ...(choice && { humanInput: choice }),
      },
      { runId, questionId: event.id, platform: channel.kind },
    )
  }

  /** The visitor reads the flow's own error text. */
  async function fail({ job, event, chat, channel }: Received, flow: FlowRow, error: unknown) {
    const mayRetry = jobs.isTemporary(error) && event.tries + 1 < MAX_TRIES && !isLimit(error)
    if (job.signal.aborted || mayRetry) {
      throw error
    }
    const { message } = await deps.visitorErrors.conceal(flow, error)
    await notify({ job, event, chat, channel }, message, { state: 'failed', error: messageOf(error) })
  }

  /** Ends an event with a message of this server, unless an operator has taken over. */
  async function notify(
    { job, event, chat, channel }: Received,
    text: string,
    end: Pick<Partial<EventRow>, 'state' | 'error'>,
  ) {
    const place = { flowId: channel.flowId ?? '', chatId: chat.chatId }
    const conversation = await deps.messages.findConversation(store.db, place)
    await store.transaction(async (tx) => {
      await job.storeResult(tx, null)
      await eventRows.updateEvent(tx, event.id, end)
      if (conversation?.isAiOff !== true) {
        const fence = conversation?.fence ?? null
        const notice = { messageId: event.id, text, files: [], fence, isAutomatic: true }
        await deps.deliveries.queue(tx, { chat, channel }, notice)
      }
    })
  }

  /** Turns AI off where two programs answer each other. Throws EndlessTalk where they begin a conversation with each message. */
  async function rejectEndlessTalk({ chat, channel }: Received) {
    if (!(await isEndless(chat))) {
      return
    }
    const place = { flowId: channel.flowId ?? '', chatId: chat.chatId }
    if (!(await deps.messages.findConversation(store.db, place))) {
      throw new EndlessTalk()
    }
    await deps.takeover.switchAi(ownerOf(channel), place, { isAiOff: true, source: 'channel' })
  }

  async function isEndless(chat: ChatRow) {
    for (const { answers, ms } of caps) {
      if ((await chatRows.countAnswers(store.db, chat, new Date(now().getTime() - ms))) >= answers) {
        return true
      }
    }
    return false
  }

  /** A person has answered in the platform's own app: the AI leaves the conversation to them. */
  async function leaveToPerson(received: Received) {
    const { event, chat, channel } = received
    const place = { flowId: channel.flowId ?? '', chatId: chat.chatId }
    if (await deps.messages.findConversation(store.db, place)) {
      const owner = ownerOf(channel)
      await deps.takeover.switchAi(owner, place, { isAiOff: true, source: 'channel' })
      const { flowId: chatflowId, chatId } = place
      await deps.takeover.write(owner, { chatflowId, chatId, content: event.text, id: event.id })
    }
    await close(received, 'stored')
  }

  /** Files that the platform no longer has are left out, and in the last attempt those that it does not send. */
  async function download(channel: ChannelRow, { files, tries }: EventRow): Promise<Upload[]> {
    const isLast = tries + 1 >= MAX_TRIES
    const uploads: Upload[] = []
    for (const file of files ?? []) {
      const bytes = await ports[channel.kind]
        .download?.(secrets.open(channel), file)
        .catch((error: unknown) => {
          if (error instanceof SendFailure && error.outcome !== 'rejected' && !isLast) {
            throw new AppError('UPSTREAM_FAILED', error.message, { cause: error })
          }
          return undefined
        })
      if (bytes) {
        const data = `data:${file.mime};base64,${Buffer.from(bytes).toString('base64')}`
        uploads.push({ type: file.isVoice ? 'audio' : 'file', name: file.name, mime: file.mime, data })
      }
    }
    return uploads
  }

  function showTyping({ event, chat, channel }: Received): () => void {
    const { showTyping: show } = ports[channel.kind]
    const values = secrets.open(channel)
    const showNow = () => void show?.(values, chat.address, event.messageId ?? '').catch(() => undefined)
    showNow()
    const timer = setInterval(showNow, TYPING_MS).unref()
    return () => clearInterval(timer)
  }

  /** Changes nothing when another process has taken the job over. */
  function close(
    { job, event }: Received,
    state: 'answered' | 'withheld' | 'stored' | 'failed',
    error: string | null = null,
  ) {
    return store.transaction(async (tx) => {
      await job.storeResult(tx, null)
      await eventRows.updateEvent(tx, event.id, { state, error })
    })
  }
}

class EndlessTalk extends Error {
  constructor() {
    super('This sender has written too often. The message was not answered.')
  }
}

/** A file without a word is asked about by its name; a voice message is transcribed. */
function questionOf({ text, files }: EventRow) {
  const names = (files ?? []).flatMap(({ name, isVoice }) => (isVoice ? [] : [name]))
  return text || names.join(', ')
}

/** Each try is a run of its own, found again by the next process. */
function runIdOf({ id, tries }: Pick<EventRow, 'id' | 'tries'>) {
  return idOf(`${id}\n${tries}`)
}

const platforms = {
  ...{ telegram: 'Telegram', whatsapp: 'WhatsApp', messenger: 'Messenger', instagram: 'Instagram' },
  ...{ slack: 'Slack', email: 'Email', webhook: 'Webhook' },
}

/** Whether an attempt of this job has gone on with a run that waited. */
function isChoice({ row }: RunningJob) {
  return isRecord(row.result) && 'chosenRunId' in row.result
}

/** Of all attempts to answer an event. */
export function runIdsOf(id: string) {
  return Array.from({ length: MAX_RUNS }, (_, index) => runIdOf({ id, tries: index + 1 }))
}

/** In whose name the platform's people act. */
function ownerOf({ userId, kind }: ChannelRow) {
  return { id: userId, username: platforms[kind], role: 'USER' as const }
}

function isLimit(error: unknown) {
  return error instanceof AppError && error.details?.limitedBy === 'flow'
}

function messageOf(error: unknown) {
  return error instanceof AppError ? error.message : 'Something went wrong on our side.'
}
