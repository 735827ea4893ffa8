import { expect, test, vi } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { createOpenAnswers } from './open-answers.ts'
import type { Answering, Reply } from './questions.ts'

type Frame = { event: string; data: unknown }

async function openShop() {
  const world = await createTestApp({ listen: true })
  const ada = await world.signUp('ada')
  const flow = { type: 'CHATFLOW', name: 'Shop', flowData: aDemoFlow(), isPublic: true }
  const { id } = (await ada.call('POST', '/chatflows', flow)).json<{ id: string }>()
  const controller = new AbortController()
  const asked = { chatId: 'chat-1', questionId: 'question-0123456789' }
  const ask = (question: string, more: object = {}) =>
    fetch(`${world.url}/api/v1/prediction/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question, streaming: true, ...asked, ...more }),
      signal: controller.signal,
    })
  const rejoin = (named: Partial<typeof asked> = {}, flowId = id) =>
    fetch(`${world.url}/api/v1/chatbot/${flowId}/answer?${new URLSearchParams({ ...asked, ...named })}`)
  const messages = async () =>
    (await ada.call('GET', `/chatmessage/${id}`)).json<{ role: string; content: string }[]>()
  return { ...world, ada, id, ask, rejoin, messages, cut: () => controller.abort() }
}

async function framesOf(response: Response): Promise<Frame[]> {
  return [...(await response.text()).matchAll(/^data:(.*)$/gm)].map(([, data = '']) => JSON.parse(data))
}

const textOf = (frames: readonly Frame[]) =>
  frames.map(({ event, data }) => (event === 'token' ? data : '')).join('')
const namesOf = (frames: readonly Frame[]) => frames.map(({ event }) => event)

test('a client that loses its connection reads the whole answer again, and is charged once', async () => {
  const { ask, rejoin, cut, messages } = await openShop()
  const first = await ask('Count [[sandbox tokens=40 delay=25]]')
  await first.body?.getReader().read()
  cut()

  const again = await framesOf(await rejoin())

  expect(textOf(again).split(' ')).toHaveLength(40)
  expect(textOf(again)).toMatch(/^one two three/)
  expect(namesOf(again).slice(-2)).toEqual(['metadata', 'end'])
  const later = await framesOf(await rejoin())
  expect(textOf(later)).toBe(textOf(again))
  // The kind of memory is not part of the log.
  const { memoryType: _, ...metadata } = { ...(again.at(-2)?.data as object) } as Record<string, unknown>
  expect(later.at(-2)?.data).toMatchObject(metadata)
  expect((await messages()).map(({ role }) => role)).toEqual(['userMessage', 'apiMessage'])
})

test('a question that has not arrived has no answer; one that has is not asked twice', async () => {
  const { ask, rejoin, id, ada } = await openShop()
  expect((await rejoin()).status).toBe(204)
  await framesOf(await ask('What is 12 * 7?'))

  expect((await ask('What is 12 * 7?')).status).toBe(409)
  expect((await rejoin({ chatId: 'chat-2' })).status).toBe(204)
  expect((await rejoin({ questionId: 'short' })).status).toBe(400)
  await ada.call('PUT', `/chatflows/${id}`, { isPublic: false })
  expect((await rejoin()).status).toBe(404)
})

test('a question sent twice at once is asked once', async () => {
  const { ask, messages } = await openShop()

  const responses = await Promise.all([ask('What is 12 * 7?'), ask('What is 12 * 7?')])
  await Promise.all(responses.map((response) => response.text()))

  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await messages()).toHaveLength(2)
})

test('an answer that was stopped is read again as far as it came', async () => {
  const { ask, rejoin, app, id } = await openShop()
  const response = await ask('Count [[sandbox tokens=200 delay=30]]')
  await response.body?.getReader().read()

  await app.inject({ method: 'PUT', url: `/api/v1/chatmessage/abort/${id}/chat-1` })
  await expect.poll(async () => namesOf(await framesOf(await rejoin()))).toContain('abort')

  expect(textOf(await framesOf(await rejoin()))).toMatch(/^one/)
})

test('an answer without readers stops, unless one of them comes back in time', async () => {
  vi.useFakeTimers()
  try {
    const stop = vi.fn()
    const pending = new Promise<Reply>(() => undefined)
    const answering = { run: { stop }, streams: true, reply: () => pending } as unknown as Answering
    const deps = { runs: { find: async () => undefined }, messages: { list: async () => [] } }
    const answers = createOpenAnswers({ ...deps, readReply: async () => ({}) as Reply }, 1_000)
    const asked = { chatId: 'chat-1', questionId: 'question-0123456789' }
    const { join } = await answers.begin('flow', asked, async () => answering)

    const leave = join?.()
    leave?.()
    vi.advanceTimersByTime(999)
    const leaveAgain = join?.()
    vi.advanceTimersByTime(5_000)
    expect(stop).not.toHaveBeenCalled()
    leaveAgain?.()
    vi.advanceTimersByTime(1_000)

    expect(stop).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
})
