import { expect, test } from 'vitest'
import type { Reply } from './questions.ts'
import { soundFrames } from './sound-frames.ts'

const reply: Reply = { question: '', chatId: 'c', chatMessageId: 'm', sessionId: 's' }

test('a caller that leaves at the first frame ends the speech', async () => {
  let isEnded = false
  async function* speech() {
    try {
      yield new Uint8Array([1])
      yield new Uint8Array([2])
    } finally {
      isEnded = true
    }
  }

  for await (const frame of soundFrames(reply, async () => ({ format: 'mp3', chunks: speech() }))) {
    expect(frame).toContain('tts_start')
    break
  }

  expect(isEnded).toBe(true)
})

test('audio that fails becomes an abort frame', async () => {
  async function* speech(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array([1])
    throw new Error('The provider has gone away.')
  }
  const frames: string[] = []

  for await (const frame of soundFrames(reply, async () => ({ format: 'mp3', chunks: speech() }))) {
    frames.push(/tts_\w+/.exec(frame)?.[0] ?? '')
  }

  expect(frames).toEqual(['tts_start', 'tts_data', 'tts_abort'])
})
