import type { OpenRun } from '#server/features/runs/runs.service.ts'
import type { RunEvent } from '#shared/runs.ts'
import type { RunFrames } from './agent-frames.ts'
import { closingFrames, extraFrames } from './chat-frames.ts'
import type { Reply } from './questions.ts'

type Permit = OpenRun['permit']

type Writing = {
  run: Pick<OpenRun, 'permit' | 'sent'>
  frames: RunFrames
  write(text: string): void
  /** The receiver is not there any more. */
  isGone(): boolean
  pause(): Promise<void>
}

/**
 * Writes the frames of an answer while it may reach the visitor. The permit is asked before every single write, so
 * nothing leaves after an operator has turned AI off; what has left is noted, for the conversation.
 */
export function createAnswerWriter({ run, frames, write, isGone, pause }: Writing) {
  const { permit } = run
  let waiting: { text: string; piece: string }[] = []
  let isOver = false

  function tell(event: RunEvent) {
    const text = frames.framesOf(event)
    if (text !== '') {
      waiting.push({ text, piece: event.type === 'token' ? event.text : '' })
      flush()
    }
  }

  /** Frames wait while this process may have missed a switch of another one. */
  function flush() {
    if (isOver || !permit.mayLeave()) {
      return
    }
    for (const { text, piece } of waiting) {
      write(text)
      run.sent(isGone() ? '' : piece)
    }
    waiting = []
  }

  /** Writes frames that were held back. Called now and then. */
  function writeDue() {
    flush()
    if (!isOver && waiting.length === 0 && permit.mayLeave()) {
      write(frames.framesDue())
    }
  }

  /** What follows the text. A voice is cut like a text. */
  async function finish(reply: Reply, sound: AsyncIterable<string>) {
    const left = await leaveOrSilence(reply, permit, pause)
    if (!left.aiDisabled) {
      writeDue()
      write(extraFrames(left))
      for await (const piece of sound) {
        if (isGone() || !permit.isValid()) {
          break
        }
        write(piece)
      }
    }
    isOver = true
    write(closingFrames(left))
  }

  return { tell, writeDue, finish }
}

/** The reply, once it may leave; without its content when an operator has overtaken it on its way. */
export async function leaveOrSilence(
  reply: Reply,
  permit: Permit,
  pause: () => Promise<void>,
): Promise<Reply> {
  while (!reply.aiDisabled && !permit.mayLeave() && !permit.isRevoked()) {
    await pause()
  }
  return reply.aiDisabled || permit.mayLeave() ? reply : silenced(reply)
}

function silenced({ question, chatId, sessionId, chatMessageId }: Reply): Reply {
  return { text: '', question, chatId, sessionId, chatMessageId, aiDisabled: true }
}
