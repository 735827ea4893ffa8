import type { Turn } from '#server/engine/call-context.ts'
import { answerUnlessOff } from '#server/features/chat/answer-unless-off.ts'
import { createAnswerWriter, leaveOrSilence } from '#server/features/chat/answer-writer.ts'
import { createChatFrames } from '#server/features/chat/chat-frames.ts'
import { executeRun } from '#server/features/chat/execute-run.ts'
import type { Reply } from '#server/features/chat/questions.ts'
import type { OpenRun } from '#server/features/runs/runs.service.ts'
import type { ChatKey } from '#shared/conversations.ts'
import { noUsage } from '#shared/runs.ts'
import { place } from './database.ts'
import type { Process, Scheduler } from './scheduler.ts'
import type { ProcessServices } from './services.ts'

type Question = {
  chat: ChatKey
  /** Also the id of its answer. */
  messageId: string
  text: string
  pieces: readonly string[]
  isStreaming: boolean
}

type Asking = {
  process: Process
  services: ProcessServices
  scheduler: Scheduler
  question: Question
  /** Bytes of the bot that leave for the visitor. */
  onBytes(piece: string): void
  onReply(reply: Reply): void
}

/** A prediction as the route serves it, with the product's own run, permit and writer. The model is simulated. */
export async function ask({ process, services, scheduler, question, onBytes, onReply }: Asking) {
  const { chat, messageId, text, pieces, isStreaming } = question
  const { atTurn } = scheduler
  const pause = () => new Promise<void>((resolve) => void scheduler.after(process, 250, resolve))
  const run = services.runs.start({
    ...{ ...chat, userId: place.userId, versionId: 'v', sessionId: chat.chatId, chatType: 'EXTERNAL' },
    ...{ memoryType: undefined, question: text, leadEmail: undefined, messageId },
  })
  const turn: Turn = { question: text, ...chat, sessionId: chat.chatId, messageId, vars: {} }
  const release = run.permit.hold()
  const answer = () => execute(run, turn)
  if (!isStreaming) {
    const reply = await answerUnlessOff({ run, turn, answer })
    // The response is written at some later turn.
    await atTurn(process, () => undefined)
    const left = await leaveOrSilence(reply, run.permit, pause)
    send(left.text ?? '')
    release()
    onReply(left)
    return
  }
  const frames = { framesOf: createChatFrames(), framesDue: () => '' }
  const writer = createAnswerWriter({
    run,
    frames,
    write: (bytes) => tokensIn(bytes).forEach(send),
    isGone: () => process.hasDied,
    pause,
  })
  const leave = run.watch(0, ({ event }) => writer.tell(event))
  let isOver = false
  const beat = () => {
    writer.writeDue()
    if (!isOver) {
      scheduler.after(process, 250, beat)
    }
  }
  scheduler.after(process, 250, beat)
  const reply = await answerUnlessOff({ run, turn, answer })
  await writer.finish(reply, none())
  isOver = true
  leave()
  release()
  onReply(reply)

  function send(piece: string) {
    if (piece !== '') {
      onBytes(piece)
    }
  }

  async function execute(opened: OpenRun, requested: Turn): Promise<Reply> {
    const { result } = await executeRun({
      run: opened,
      requested: { turn: requested, question: text },
      async perform() {
        const call = { nodeId: 'model', callId: 'model:1' }
        await opened.log.append({
          ...{ type: 'model_called', ...call, provider: 'simulated', model: 'simulated', paidBy: 'owner' },
          worstCase: { input: 1 },
        })
        for (const piece of pieces) {
          await atTurn(process, () => opened.signal.throwIfAborted())
          opened.log.note({ type: 'token', nodeId: 'model', text: piece })
        }
        const whole = { text: pieces.join(''), usage: noUsage, estimated: false }
        await opened.log.append({ type: 'model_finished', ...call, reply: whole })
        return { text: whole.text }
      },
    })
    const { sessionId } = requested
    return {
      text: 'text' in result ? result.text : '',
      question: text,
      chatId: chat.chatId,
      chatMessageId: messageId,
      sessionId,
    }
  }
}

async function* none(): AsyncGenerator<string> {}

function tokensIn(bytes: string): string[] {
  return bytes
    .split('\n\n')
    .map((block) => block.replace(/^message:\ndata:/, ''))
    .filter((json) => json.startsWith('{"event":"token"'))
    .map((json) => (JSON.parse(json) as { data: string }).data)
}
