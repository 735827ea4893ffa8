import { expect, test } from 'vitest'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { prepareRun } from '#server/testing/run-test-flow.ts'
import { frames, openWire } from '#server/upstream/models/testing/wire-server.ts'

const words = ['Plates ', 'travel ', 'well ', 'packed.']
const usage = { prompt_tokens: 40, completion_tokens: 12, total_tokens: 52 }
const stream = frames(
  ...words.map((content) => ({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })),
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  { choices: [], usage },
  '[DONE]',
).join('')
const EVERY = 5

const places = Array.from({ length: Math.ceil(stream.length / EVERY) }, (_, cut) => cut * EVERY)

// Wherever a reply is cut off, its call is closed once and charged for the received part: never zero for some
// text, never more than was received.
test(`an answer interrupted at ${places.length} places is closed once and charged for what was received`, async () => {
  const wire = await openWire(...places.map((place) => ({ chunks: [stream.slice(0, place)], isCut: true })))

  for (const place of places) {
    const { run, events } = prepareRun({ flow: aConversationFlow(), chat: wire.chat, stream: true })
    const outcome = await run().then(
      ({ text }) => text,
      () => undefined,
    )
    const closed = events.filter(({ type }) => type === 'model_stopped' || type === 'model_finished')
    expect(closed, `cut at ${place}`).toHaveLength(1)
    const [end] = closed
    if (end?.type === 'model_finished') {
      expect(outcome).toBe(words.join(''))
      expect(end.reply.usage.output).toBeGreaterThan(0)
    }
    if (end?.type === 'model_stopped') {
      expect(words.join('').startsWith(end.text)).toBe(true)
      expect(end.usage.output > 0).toBe(end.text !== '')
      expect(end.usage.output).toBeLessThanOrEqual(usage.completion_tokens)
    }
  }
}, 60_000)
