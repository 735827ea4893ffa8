import { describe, expect, test } from 'vitest'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { prepareRun } from '#server/testing/run-test-flow.ts'
import { openSandboxModels } from '#server/upstream/models/testing/sandbox-models.ts'
import { AppError } from '#shared/errors.ts'
import type { Ports } from './ports.ts'

const callId = 'flowtillDemoModel_0:conversationChain_0:1'

describe('over the sandbox model', () => {
  test('a throwing listener stops the call before the request', async () => {
    const { chat, requested } = await countingSandbox()
    const { run, events } = prepareRun({
      flow: aConversationFlow(),
      chat,
      listen: ({ type }) => {
        if (type === 'model_called') {
          throw new AppError('INSUFFICIENT_FUNDS', 'Insufficient balance. Please top up your wallet.')
        }
      },
    })

    await expect(run()).rejects.toMatchObject({
      status: 402,
      message: 'Insufficient balance. Please top up your wallet.',
      nodeId: 'flowtillDemoModel_0',
    })

    expect(requested()).toBe(0)
    expect(events.some(({ type }) => type === 'model_stopped' || type === 'model_finished')).toBe(false)
  })

  test('a resumed run does not repeat a finished call', async () => {
    const { chat, requested } = await countingSandbox()
    const first = prepareRun({ flow: aConversationFlow(), chat })
    const answer = await first.run()

    const resumed = prepareRun({ flow: aConversationFlow(), chat, past: first.stored() })

    expect(await resumed.run()).toEqual(answer)
    expect(requested()).toBe(1)
    expect(resumed.events.some(({ type }) => type === 'model_called')).toBe(false)
  })

  test('a resumed run repeats an unfinished call', async () => {
    const { chat, requested } = await countingSandbox()
    const first = prepareRun({ flow: aConversationFlow(), chat })
    await first.run()

    const unfinished = first.stored().filter(({ type }) => type !== 'model_finished')
    await prepareRun({ flow: aConversationFlow(), chat, past: unfinished }).run()

    expect(requested()).toBe(2)
  })

  test.each([
    ['exact', false, 30],
    ['late', false, 30],
    ['cumulative', false, 30],
    ['missing', true, 31],
    ['zero', true, 31],
    ['absurd', true, 31],
  ])('usage that is %s', async (usage, estimated, output) => {
    const { chat } = await openSandboxModels()
    const question = `Go on [[sandbox tokens=30 delay=0 usage=${usage}]]`
    const { run, events } = prepareRun({ flow: aConversationFlow(), chat, question })

    await run()

    const finished = events.find((event) => event.type === 'model_finished')
    expect(finished).toMatchObject({ callId, reply: { estimated } })
    expect(finished?.type === 'model_finished' && finished.reply.usage.output).toBeGreaterThan(output - 3)
    expect(finished?.type === 'model_finished' && finished.reply.usage.output).toBeLessThan(output + 12)
    expect(finished?.type === 'model_finished' && finished.reply.usage.input).toBeGreaterThan(20)
  })

  test.each([
    ['error=500', 'refused', '', 0],
    ['error=429', 'refused', '', 0],
    ['tokens=9 cut=4', 'cut', 'one two three four', 5],
    ['tokens=9 fail=4', 'cut', 'one two three four', 5],
    ['tokens=9 malformed=4', 'cut', 'one two three four', 5],
  ])('a call that ends with %s is closed as %s', async (order, reason, text, output) => {
    const { chat } = await openSandboxModels()
    const question = `Go on [[sandbox delay=2 ${order}]]`
    const { run, events } = prepareRun({ flow: aConversationFlow(), chat, question })

    await expect(run()).rejects.toBeInstanceOf(AppError)

    const stopped = events.filter((event) => event.type === 'model_stopped')
    // Temporary rejections are retried up to three attempts; no other error is.
    expect(stopped).toHaveLength(order === 'error=429' ? 3 : 1)
    expect(stopped.slice(0, 1)).toMatchObject([{ callId, reason, text, usage: { output } }])
    expect(events.some(({ type }) => type === 'model_finished')).toBe(false)
  })
})

async function countingSandbox() {
  const { app, chat } = await openSandboxModels()
  let count = 0
  const counted: Ports['chat'] = (...call) => {
    count += 1
    return chat(...call)
  }
  return { app, chat: counted, requested: () => count }
}
