import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { address, renderApp } from '#client/testing/render-screen.tsx'
import { openInbox } from '#server/testing/open-inbox.ts'
import type { LiveFrame } from '#shared/live.ts'

class FakeSocket {
  static all: FakeSocket[] = []
  onopen: (() => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  readonly url: string
  readonly sent: string[] = []

  constructor(url: string) {
    this.url = url
    FakeSocket.all.push(this)
  }

  send(text: string) {
    this.sent.push(text)
  }

  close() {
    // Nothing is open.
  }

  emit(frame: LiveFrame) {
    act(() => this.onmessage?.({ data: JSON.stringify(frame) }))
  }
}

beforeEach(() => {
  FakeSocket.all = []
  vi.stubGlobal('WebSocket', FakeSocket)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

type World = Awaited<ReturnType<typeof openInbox>>
type Around = Parameters<typeof renderApp>[1]['around']

async function open(
  world: World,
  query: string,
  { session = world.ada, around }: { session?: World['ada']; around?: Around } = {},
) {
  const view = await renderApp(`/app/chatflows?messages=${query}`, {
    app: world.app,
    session,
    ...(around && { around }),
  })
  const dialog = await screen.findByRole('dialog', { name: 'Messages' })
  const inside = within(dialog)
  const socket = () => FakeSocket.all.at(-1) as FakeSocket
  const connect = async () => {
    await waitFor(() => expect(FakeSocket.all).not.toHaveLength(0))
    act(() => socket().onopen?.())
    socket().emit({ type: 'connected', connectionId: 'c', timestamp: 1 })
  }
  const row = (name: RegExp) => inside.findByRole('button', { name })
  return { ...view, dialog, inside, socket, connect, row }
}

async function openShop() {
  const world = await openInbox()
  // The dates of the samples are in the past of the browser.
  world.clock.ms = Date.now() - 60 * 60_000
  await world.talk('c1', 'Do you ship to Kıbrıs?', 'Yes, in **three** days.')
  await world.talk('c2', 'Where is my refund?', 'On its way.', { platform: 'embed' })
  return world
}

test('conversations are listed, filtered in the address, searched and read; the socket subscribes', async () => {
  const world = await openShop()
  const { inside, user, connect, socket, row } = await open(world, world.flowId)
  await connect()
  expect(await inside.findByText('Live')).toBeDefined()
  const socketUrl = new URL(socket().url)
  expect(socketUrl.pathname).toBe(`/api/v1/view-messages/${world.flowId}/ws`)
  expect(socketUrl.searchParams.get('token')).toBe(world.ada.token)
  expect(JSON.parse(socket().sent[0] ?? '')).toMatchObject({ type: 'subscribe', chatflowId: world.flowId })

  await row(/Do you ship/)
  await user.click(await row(/Where is my refund/))
  const thread = within(await inside.findByRole('log', { name: 'Thread' }))
  expect(thread.getByText('On its way.')).toBeDefined()
  expect(address()).toContain('chat=c2')
  expect(
    within(inside.getByRole('complementary', { name: 'Details' })).getByText('Website widget'),
  ).toBeDefined()

  await user.click(inside.getByRole('button', { name: 'AI off' }))
  expect(await inside.findByText('No conversation matches')).toBeDefined()
  expect(address()).toContain('filter=ai_off')
  await user.click(inside.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement)
  await user.type(inside.getByRole('searchbox'), 'kibris')
  await waitFor(() => expect(inside.queryByRole('button', { name: /Where is my refund/ })).toBeNull())
  await row(/Do you ship/)
})

test('taking over, a reply that fails and is sent again once, a note, and handing back', async () => {
  const world = await openShop()
  let isDown = false
  const around: Around = (answer, path) =>
    isDown && path.includes('takeover.write') ? Promise.reject(new TypeError('down')) : answer()
  const { inside, user, connect } = await open(world, `${world.flowId}&chat=c1`, { around })
  await connect()

  await user.click(await inside.findByRole('switch', { name: 'AI answers' }))
  expect(await inside.findByText(/^You answer since/)).toBeDefined()
  isDown = true
  await user.type(inside.getByRole('textbox', { name: 'Reply' }), 'I am here{Enter}')
  expect(await inside.findByText('Not sent.')).toBeDefined()
  isDown = false
  await user.click(inside.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(inside.queryByText('Not sent.')).toBeNull())
  const { messages } = await world.read<{ messages: { content: string; isManualMessage?: boolean }[] }>(
    'inbox.thread',
    { flowId: world.flowId, chatId: 'c1' },
  )
  expect(messages.filter(({ isManualMessage }) => isManualMessage).map(({ content }) => content)).toEqual([
    'I am here',
  ])

  await user.click(inside.getByRole('tab', { name: 'Note' }))
  await user.type(await inside.findByRole('textbox', { name: 'Note' }), 'A good customer')
  await user.click(inside.getByRole('button', { name: 'Add note' }))
  const state: LiveFrame = {
    type: 'sessionStateChange',
    data: { flowId: world.flowId, chatId: 'c1', hasNewEntries: true },
  }
  await waitFor(async () => {
    const { entries } = await world.read<{ entries: { text: string }[] }>('inbox.thread', {
      ...{ flowId: world.flowId, chatId: 'c1' },
    })
    expect(entries.map(({ text }) => text)).toContain('A good customer')
  })
  FakeSocket.all.at(-1)?.emit(state)
  expect(await inside.findAllByText('A good customer')).toHaveLength(2)

  await user.click(inside.getByRole('button', { name: 'Hand back…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Hand back to AI' }))
  await user.click(dialog.getByRole('button', { name: 'Hand back' }))
  await waitFor(() => expect(inside.queryByText('AI is off.')).toBeNull())
})

test('a message of a visitor appears at once, and a request for a person is offered', async () => {
  const world = await openShop()
  const { inside, connect, socket, user } = await open(world, `all&chat=c1&in=${world.flowId}`)
  await connect()
  await inside.findByRole('log', { name: 'Thread' })
  const [conversation] = (await world.read<{ items: object[] }>('inbox.list', {})).items
  const requested = {
    ...conversation,
    flowId: world.flowId,
    chatId: 'c2',
    requestedDate: new Date().toISOString(),
  }

  socket().emit({
    type: 'newMessage',
    data: {
      ...{ id: 'live', role: 'userMessage', chatflowid: world.flowId, chatId: 'c1', sessionId: 'c1' },
      ...{ content: 'Are you there?', memoryType: null, chatType: 'EXTERNAL', leadEmail: null, runId: null },
      ...{ durationMs: null, tokens: null, cost: null, sequence: 3, platform: 'web' },
      createdDate: new Date().toISOString(),
    },
  })
  socket().emit({
    type: 'sessionStateChange',
    data: { flowId: world.flowId, chatId: 'c2', conversation: requested as never },
  })

  expect(await inside.findByText('Are you there?')).toBeDefined()
  const card = within(await inside.findByRole('alert'))
  await user.click(card.getByRole('button', { name: 'Take over' }))
  expect(await inside.findByText(/^You answer since/)).toBeDefined()
  expect(address()).toContain('chat=c2')
})

test('without the socket the list still works, and the reader is told', async () => {
  const world = await openShop()
  const { inside, connect, socket, row, user } = await open(world, world.flowId)
  await connect()

  act(() => socket().onclose?.({ code: 1006 }))

  expect(await inside.findByText(/Everything else works/)).toBeDefined()
  await user.click(await row(/Do you ship/))
  expect(await inside.findByRole('log', { name: 'Thread' })).toBeDefined()
})

test('an owner deletes a conversation after a question that names its memory; a moderator may only read and write', async () => {
  const world = await openShop()
  const { inside, user, unmount } = await open(world, `${world.flowId}&chat=c1`)
  await user.click(await inside.findByRole('button', { name: 'Conversation menu' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete conversation' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/2 messages and what the flow remembers/)).toBeDefined()
  await user.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(inside.queryByRole('button', { name: /Do you ship/ })).toBeNull())
  unmount()

  const mod = { ...world.mod, user: { ...world.mod.user, role: 'MODERATOR' as const } }
  const moderated = await open(world, `all&chat=c2&in=${world.flowId}`, { session: mod })
  expect(await moderated.inside.findByRole('switch', { name: 'AI answers' })).toBeDefined()
  expect(moderated.inside.queryByRole('radio', { name: 'Leads' })).toBeNull()
  await moderated.user.click(moderated.inside.getByRole('button', { name: 'Conversation menu' }))
  await screen.findByRole('menuitem', { name: /Copy link/ })
  expect(screen.queryByRole('menuitem', { name: 'Delete conversation' })).toBeNull()
})

test('only the one who pays for a draft reads that it is charged', async () => {
  const world = await openShop()
  const suggest = { name: 'Suggest a reply' }
  const session = { ...world.mod, user: { ...world.mod.user, role: 'MODERATOR' as const } }

  const { inside, unmount } = await open(world, `all&chat=c2&in=${world.flowId}`, { session })
  const free = await inside.findByRole('button', suggest)
  expect(free.title).toBe('The flow’s model writes a draft. You send it.')
  unmount()

  const owned = await open(world, `${world.flowId}&chat=c2`)
  const charged = await owned.inside.findByRole('button', suggest)
  await waitFor(() => expect(charged.title).toContain('charged like an answer'))
})

test('leads of all flows are searched and deleted', async () => {
  const world = await openShop()
  await world.ada.call('PUT', `/chatflows/${world.flowId}`, {
    chatbotConfig: JSON.stringify({ leads: { status: true, name: true, email: true } }),
  })
  for (const name of ['Çağla', 'Burak']) {
    await world.ada.call('POST', '/leads', {
      chatflowid: world.flowId,
      chatId: name,
      name,
      email: `${name.length}@example.com`,
    })
  }
  const { inside, user } = await open(world, 'all&tab=leads')
  await inside.findByText('Burak')

  await user.type(inside.getByRole('searchbox'), 'cagla')
  await waitFor(() => expect(inside.queryByText('Burak')).toBeNull())
  await user.click(inside.getByRole('checkbox', { name: 'Select Çağla' }))
  await user.click(inside.getByRole('button', { name: 'Delete leads' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Delete' }))

  expect(await inside.findByText('No lead matches.')).toBeDefined()
  expect((await world.ada.call('GET', `/leads/${world.flowId}`)).json()).toHaveLength(1)
})

test('a visitor is erased from the details, after a question', async () => {
  const world = await openShop()
  const { inside, user } = await open(world, `${world.flowId}&chat=c1`)
  const details = within(await inside.findByRole('complementary', { name: 'Details' }))

  await user.click(await details.findByRole('button', { name: 'Erase visitor' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/Charges stay in the records/)).toBeDefined()
  await user.click(question.getByRole('button', { name: 'Erase visitor' }))

  expect(await screen.findByText('The visitor was erased, with 2 messages.')).toBeDefined()
  await waitFor(() => expect(inside.queryByRole('button', { name: /Do you ship/ })).toBeNull())
  expect(await inside.findByText('Select a conversation')).toBeDefined()
})

test('a search opens a long conversation at the message it has found', async () => {
  const world = await openShop()
  world.clock.ms = Date.now() - 24 * 60 * 60_000
  await world.talk('long', 'Do you sell zebras?', 'No.')
  for (let count = 0; count < 80; count += 1) {
    await world.talk('long', `Question ${count}`, `Answer ${count}`)
  }
  const shown: string[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this.textContent ?? '')
  })
  const { inside, user, row } = await open(world, `${world.flowId}&q=zebras`)

  await user.click(await row(/zebras/))

  await waitFor(() => expect(shown.some((text) => text.includes('Do you sell zebras?'))).toBe(true))
  const thread = within(inside.getByRole('log', { name: 'Thread' }))
  expect(thread.getByText('Answer 79')).toBeDefined()
  expect(thread.queryByRole('button', { name: 'Load older messages' })).toBeNull()
})

test('the list is ordered by the longest wait, also when a message arrives', async () => {
  const world = await openShop()
  await world.write('c3', 'Is anybody there?')
  await world.write('c4', 'Hello?')
  const { inside, user } = await open(world, world.flowId)
  const titles = () => {
    const list = within(inside.getByRole('list', { name: 'Conversations' }))
    return list.getAllByRole('button').map((button) => button.dataset.key?.split('/')[1])
  }
  await waitFor(() => expect(titles()).toEqual(['c4', 'c3', 'c2', 'c1']))

  await user.click(inside.getByRole('combobox', { name: 'Order' }))
  await user.click(screen.getByRole('option', { name: 'Longest wait first' }))

  await waitFor(() => expect(titles()).toEqual(['c3', 'c4', 'c2', 'c1']))
  expect(address()).toContain('sort=waiting')
})

test('the newest message by hand that the visitor has seen is marked', async () => {
  const world = await openShop()
  const { flowId, change, services } = world
  await change('takeover.write', { chatflowId: flowId, chatId: 'c1', content: 'Ada here.' })
  await change('takeover.write', { chatflowId: flowId, chatId: 'c1', content: 'Are you there?' })
  await services.messages.markSeen({ flowId, chatId: 'c1' }, 3)
  const { inside } = await open(world, `${flowId}&chat=c1`)

  const thread = within(await inside.findByRole('log', { name: 'Thread' }))
  const seen = await thread.findByText('Seen')

  expect(seen.closest('article')?.textContent).toContain('Ada here.')
  expect(thread.getAllByText('Seen')).toHaveLength(1)
})

test('an operator sends a picture without a text', async () => {
  const world = await openShop()
  const { flowId, services } = world
  const { inside, user } = await open(world, `${flowId}&chat=c1`)
  const file = new File([Buffer.from('89504e470d0a1a0a00', 'hex')], 'bowl.png', { type: 'image/png' })

  await inside.findByRole('textbox', { name: 'Reply' })
  await user.upload(inside.getAllByLabelText('Attach files').at(-1) as HTMLInputElement, file)
  const chips = within(await inside.findByRole('list', { name: 'Files of this reply' }))
  expect(chips.getByText('bowl.png')).toBeDefined()
  await user.click(inside.getByRole('button', { name: 'Send' }))

  await waitFor(async () => {
    const sent = (await services.messages.thread({ flowId, chatId: 'c1' }, { limit: 9 })).at(-1)
    expect(sent).toMatchObject({ content: '', fileUploads: [{ mime: 'image/png' }] })
  })
  expect(inside.queryByRole('list', { name: 'Files of this reply' })).toBeNull()
})
