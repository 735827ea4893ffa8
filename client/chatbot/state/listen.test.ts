import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { VisitorChat } from '#shared/visitor-chat.ts'
import type { VisitorEvent } from '#shared/visitor-events.ts'
import { createChat } from './create-chat.ts'
import { createMemory, type Device } from './device.ts'
import type { VisitorApi } from './visitor-api.ts'

class FakeSource extends EventTarget {
  static all: FakeSource[] = []
  readyState = 1
  onerror: (() => void) | null = null
  readonly chatId: string
  readonly after: number | undefined

  constructor(chatId: string, after: number | undefined) {
    super()
    this.chatId = chatId
    this.after = after
    FakeSource.all.push(this)
  }

  close() {
    this.readyState = 2
  }

  emit(event: VisitorEvent) {
    this.dispatchEvent(new MessageEvent(event.event, { data: JSON.stringify(event) }))
  }
}

beforeEach(() => {
  FakeSource.all = []
  vi.stubGlobal('EventSource', { CLOSED: 2 })
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settings = { id: 'shop', offers: {} } as unknown as VisitorChat

function openChat(device: Device = createMemory(), body: object = { text: 'Yes.' }) {
  const reportTyping = vi.fn(async () => new Response())
  const reportSeen = vi.fn(async () => new Response())
  const api = {
    predict: async () => Response.json(body),
    events: (chatId: string, after: number | undefined) => new FakeSource(chatId, after),
    reportTyping,
    reportSeen,
  } as unknown as VisitorApi
  const chat = createChat({ chat: settings, api, device })
  chat.resume()
  return { chat, device, reportTyping, reportSeen, last: () => FakeSource.all.at(-1) as FakeSource }
}

const byHand = (id: string, sequence: number): VisitorEvent => ({
  ...{ event: 'message', id, sequence, role: 'apiMessage', content: `Text of ${id}` },
  ...{ createdDate: '2026-11-20T12:00:00.000Z', isManualMessage: true, operatorName: 'deniz' },
})

test('a chat without questions listens to nobody; the first question begins it, once', async () => {
  const { chat } = openChat()
  expect(FakeSource.all).toHaveLength(0)

  await chat.send('Do you ship?')
  await chat.send('And to Kıbrıs?')

  expect(FakeSource.all.map(({ chatId, after }) => [chatId, after])).toEqual([
    [chat.getState().chatId, undefined],
  ])
})

test('messages of operators stand after the last answer, each once, and those of AI come another way', async () => {
  const { chat, last } = openChat()
  await chat.send('Do you ship?')

  last().emit({ event: 'state', aiDisabled: true, sequence: 2 })
  last().emit(byHand('m3', 3))
  last().emit(byHand('m3', 3))
  last().emit({ ...byHand('m4', 4), isManualMessage: undefined } as VisitorEvent)

  expect(chat.getState()).toMatchObject({ isByHand: true, operator: 'deniz' })
  expect(chat.getState().exchanges.map(({ byHand: list }) => list?.map(({ id }) => id))).toEqual([['m3']])

  last().emit({ event: 'state', aiDisabled: false, sequence: 4 })
  expect(chat.getState()).toMatchObject({ isByHand: false, operator: undefined })
})

test('a page that comes back continues after what it has heard, with the messages it has', async () => {
  const { chat, device, last } = openChat()
  await chat.send('Do you ship?')
  last().emit(byHand('m3', 3))
  chat.leave()
  expect(last().readyState).toBe(2)

  const again = openChat(device)

  expect(again.last()).toMatchObject({ chatId: chat.getState().chatId, after: 3 })
  expect(again.chat.getState().exchanges[0]?.byHand).toHaveLength(1)
})

test('a stream that the server rejects is opened again after a while; another conversation ends it', async () => {
  const { chat, last } = openChat()
  await chat.send('Do you ship?')
  last().readyState = 2
  last().onerror?.()
  vi.advanceTimersByTime(10_000)
  expect(FakeSource.all).toHaveLength(2)

  chat.begin()

  expect(last().readyState).toBe(2)
  expect(chat.getState().exchanges).toEqual([])
})

test('typing is shown for a while, and reported only while a person answers', async () => {
  const { chat, last, reportTyping } = openChat()
  await chat.send('Do you ship?')
  chat.reportTyping()
  expect(reportTyping).not.toHaveBeenCalled()

  last().emit({ event: 'state', aiDisabled: true, sequence: 2 })
  last().emit({ event: 'typing', operatorName: 'selin', isTyping: true })
  expect(chat.getState()).toMatchObject({ operator: 'selin', isTyping: true })
  vi.advanceTimersByTime(12_000)
  expect(chat.getState().isTyping).toBe(false)

  chat.reportTyping()
  chat.reportTyping()
  await chat.send('Hello?')
  expect(reportTyping.mock.calls.map((call: unknown[]) => call[1])).toEqual([true, false])
})

test('a question that no AI answers has a silent answer', async () => {
  const { chat } = openChat(createMemory(), { text: '', aiDisabled: true, chatMessageId: '' })

  await chat.send('Is somebody there?')

  expect(chat.getState().exchanges[0]?.answer).toMatchObject({ state: 'done', text: '', isSilent: true })
})

test('what is shown is reported as seen; what comes while the chat is closed is counted until it is opened', async () => {
  const { chat, device, last, reportSeen } = openChat()
  chat.show(true)
  await chat.send('Do you ship?')
  expect([chat.getState().unread, reportSeen.mock.calls]).toEqual([0, []])

  last().emit(byHand('m3', 3))
  expect(reportSeen.mock.calls).toEqual([[chat.getState().chatId, 3]])
  chat.show(false)
  last().emit(byHand('m4', 4))
  last().emit(byHand('m5', 5))
  await chat.send('And to Kıbrıs?')

  expect(chat.getState().unread).toBe(3)
  expect(reportSeen).toHaveBeenCalledTimes(1)
  chat.leave()
  const again = openChat(device)
  expect(again.chat.getState().unread).toBe(3)
  again.chat.show(true)
  expect(again.chat.getState().unread).toBe(0)
  expect(again.reportSeen.mock.calls).toEqual([[chat.getState().chatId, 5]])
  expect(openChat(device).chat.getState().unread).toBe(0)
})

test('a question that a person will answer counts no answer', async () => {
  const { chat } = openChat(createMemory(), { text: '', aiDisabled: true, chatMessageId: '' })

  await chat.send('Is somebody there?')

  expect(chat.getState().unread).toBe(0)
})
