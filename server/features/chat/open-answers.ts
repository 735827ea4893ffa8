import { pause } from '#server/engine/pause.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { MessagesService } from '#server/features/messages/messages.service.ts'
import type { RunRow, RunsService } from '#server/features/runs/runs.service.ts'
import { idOf } from '#server/ids.ts'
import { AppError } from '#shared/errors.ts'
import type { createPastReplies } from './past-replies.ts'
import type { Answering, Reply } from './questions.ts'

/** Identifies a question of a client that comes back for the answer when it loses its connection. */
export type AskedQuestion = { chatId: string; questionId: string }

/** An answer that no longer is, or never was, written in this process. */
export type PastAnswer = {
  /** Waits for the end of its run. Throws the error the caller has received. */
  read(signal: AbortSignal): Promise<{ reply: Reply; isStopped: boolean }>
}

type Deps = {
  runs: Pick<RunsService, 'find'>
  messages: Pick<MessagesService, 'list'>
  readReply: ReturnType<typeof createPastReplies>
}

/** Time for a client to come back before its answer stops, so that an unread one costs nothing more. */
const AWAY_MS = 30_000
/** How often a run of another process is looked up. */
const LOOK_MS = 1_000

/** The run of a question has an id that follows from it, so that every process finds it. */
export function runIdOf(flowId: string, { chatId, questionId }: AskedQuestion) {
  return idOf(`${flowId}\n${chatId}\n${questionId}`)
}

/** Answers that their clients may read again: those being written, and those that are stored. */
export function createOpenAnswers({ runs, messages, readReply }: Deps, awayMs = AWAY_MS) {
  const open = new Map<string, Answering>()
  const beginning = new Set<string>()

  /** Begins an answer that can be read again. Throws CONFLICT when the question has been asked already. */
  async function begin(flowId: string, asked: AskedQuestion, ask: () => Promise<Answering>) {
    const id = runIdOf(flowId, asked)
    if (beginning.has(id) || open.has(id)) {
      throw askedAlready()
    }
    beginning.add(id)
    try {
      if (await runs.find(id)) {
        throw askedAlready()
      }
      return share(id, await ask())
    } finally {
      beginning.delete(id)
    }
  }

  /** Remembers an answer until it is complete. It stops when all of its readers have been away for too long. */
  function share(id: string, answering: Answering): Answering {
    const { run, program } = answering
    let replied: Promise<Reply> | undefined
    let readers = 0
    let timer: ReturnType<typeof setTimeout> | undefined

    function forget() {
      open.delete(id)
      clearTimeout(timer)
    }

    function join() {
      readers += 1
      clearTimeout(timer)
      return () => {
        readers -= 1
        // Runs of agent flows go on in any case.
        if (readers === 0 && !program && open.has(id)) {
          timer = setTimeout(() => run.stop(new AppError('STOPPED', 'The caller went away.')), awayMs)
        }
      }
    }

    function reply(stream: boolean) {
      if (!replied) {
        replied = answering.reply(stream)
        replied.then(forget, forget)
      }
      return replied
    }

    const shared = { ...answering, reply, join }
    open.set(id, shared)
    return shared
  }

  async function find(flow: FlowRow, asked: AskedQuestion): Promise<Answering | PastAnswer | undefined> {
    const id = runIdOf(flow.id, asked)
    const answering = open.get(id)
    if (answering) {
      return answering
    }
    const run = await runs.find(id)
    return run && { read: (signal) => readPast(flow, run, signal) }
  }

  async function readPast(flow: FlowRow, { id, ...begun }: RunRow, signal: AbortSignal) {
    const run = await endOf(id, signal)
    const { chatId, sessionId } = begun
    const written = await messages.list({ flowId: flow.id, chatId, order: 'DESC' })
    const own = written.filter(({ runId }) => runId === id)
    const answer = own.find(({ role }) => role === 'apiMessage')
    if (run.state !== 'stopped') {
      return { reply: await readReply(flow, run, answer?.id ?? null), isStopped: false }
    }
    const question = own.find(({ role }) => role === 'userMessage')?.content ?? ''
    const text = answer?.content ?? ''
    const reply: Reply = { text, question, chatId, chatMessageId: answer?.id ?? '', sessionId }
    return { reply, isStopped: true }
  }

  async function endOf(id: string, signal: AbortSignal): Promise<RunRow> {
    for (;;) {
      signal.throwIfAborted()
      const run = await runs.find(id)
      if (!run) {
        throw new AppError('NOT_FOUND', 'This answer does not exist.')
      }
      if (run.state !== 'running') {
        return run
      }
      await pause(LOOK_MS, signal)
    }
  }

  return { begin, find }
}

const askedAlready = () => new AppError('CONFLICT', 'This question has been asked already.')
