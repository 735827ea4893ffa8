import { setTimeout as pause } from 'node:timers/promises'
import { countDemoTokens, toPieces } from './demo/tokens.ts'
import type { WireAnswer } from './model-answer.ts'
import { orderedError } from './model-contract.ts'
import type { Switches } from './switches.ts'

type Head = { id: string; model: string; created: number }
type Stream = {
  head: Head
  answer: WireAnswer
  switches: Switches
  includeUsage: boolean
  cut(): Promise<void>
}

export async function* writeFrames(stream: Stream): AsyncGenerator<string> {
  const { head, answer, switches } = stream
  yield chunk(head, { role: 'assistant', content: '' })
  const deltas = toDeltas(answer)
  let charactersSent = 0
  for (const [sent, delta] of deltas.entries()) {
    const failure = failureAt(sent, switches)
    if (failure) {
      return yield* breakOff(failure, stream)
    }
    await (switches.delay > 0 && pause(switches.delay))
    charactersSent += countDemoTokens(delta.content ?? '')
    yield chunk(head, delta) + countSoFar(charactersSent, stream)
  }
  if ((switches.cut ?? -1) >= deltas.length) {
    return await stream.cut()
  }
  yield writeEnd(stream)
}

type Failure = 'cut' | 'fail' | 'malformed'

function failureAt(sent: number, switches: Switches): Failure | undefined {
  return (['cut', 'fail', 'malformed'] as const).find((failure) => switches[failure] === sent)
}

async function* breakOff(failure: Failure, stream: Stream): AsyncGenerator<string, void> {
  if (failure === 'cut') {
    return await stream.cut()
  }
  if (failure === 'fail') {
    yield frame(orderedError(500).toBody())
    return
  }
  yield 'data: {"choices":[{"delta":\n\n'
  yield writeEnd(stream)
}

/** Some servers send cumulative usage with every chunk. */
function countSoFar(charactersSent: number, { head, answer: { usage }, switches }: Stream): string {
  return switches.usage === 'cumulative' && usage
    ? usageFrame(head, { ...usage, completion_tokens: charactersSent })
    : ''
}

function writeEnd({ head, answer, switches, includeUsage }: Stream): string {
  const closing = chunk(head, {}, answer.finishReason)
  const usage = includeUsage && answer.usage ? usageFrame(head, answer.usage) : ''
  const done = 'data: [DONE]\n\n'
  return switches.usage === 'late' ? closing + done + usage : closing + usage + done
}

function chunk(head: Head, delta: object, finishReason: WireAnswer['finishReason'] | null = null): string {
  return frame({ ...toHead(head), choices: [{ index: 0, delta, finish_reason: finishReason }] })
}

function toDeltas({ text, toolCalls }: WireAnswer): { content?: string; tool_calls?: object[] }[] {
  return [
    ...toPieces(text).map((content) => ({ content })),
    ...toolCalls.map((call, index) => ({ tool_calls: [{ index, ...call }] })),
  ]
}

function usageFrame(head: Head, usage: WireAnswer['usage']) {
  return frame({ ...toHead(head), choices: [], usage })
}

function toHead({ id, model, created }: Head) {
  return { id, object: 'chat.completion.chunk', created, model }
}

function frame(body: object) {
  return `data: ${JSON.stringify(body)}\n\n`
}
