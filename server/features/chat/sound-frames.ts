import type { Sound } from '#server/ports/speech.ts'
import { frame } from './chat-frames.ts'
import type { Reply } from './questions.ts'

/** The spoken answer; undefined for a flow that does not speak on its own. */
export type Aloud = (reply: Reply) => Promise<Sound | undefined>

/** The answer has been stored and sent, so a failure of speech synthesis does not affect it. */
export async function* soundFrames(reported: Reply, aloud: Aloud): AsyncGenerator<string, void> {
  const { chatMessageId } = reported
  try {
    const sound = await aloud(reported)
    if (!sound) {
      return
    }
    yield* framesOf(sound, chatMessageId)
  } catch {
    yield frame('tts_abort', { chatMessageId })
  }
}

async function* framesOf({ format, chunks }: Sound, chatMessageId: string) {
  const pieces = chunks[Symbol.asyncIterator]()
  try {
    // Before the first frame: a caller that leaves at once must end the speech, and only a generator that has been
    // started can be ended.
    let piece = await pieces.next()
    yield frame('tts_start', { chatMessageId, format })
    while (!piece.done) {
      yield frame('tts_data', { chatMessageId, audioChunk: Buffer.from(piece.value).toString('base64') })
      piece = await pieces.next()
    }
    yield frame('tts_end', { chatMessageId })
  } finally {
    await pieces.return?.()
  }
}
