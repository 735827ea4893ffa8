import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { changeInternalChat, internalChatKey, readInternalChat } from './internal-chat.ts'
import { openChat, openServer } from './testing/open-chat.tsx'

const retrying = { timeout: 20_000 }

function stored(flowId: string) {
  return readInternalChat(localStorage.getItem(internalChatKey(flowId)) ?? undefined)
}

function answered() {
  return screen.findByRole('button', { name: 'Copy answer' }, retrying)
}

describe('a question', () => {
  test('is answered with its usage and cost, and the canvas is notified', async () => {
    const server = await openServer()
    const { user, input, received } = await openChat(server)
    await screen.findByText(/Send a message to test this flow/)

    await user.type(input(), 'Which plates are safe for food?{Enter}')

    await answered()
    const turn = screen.getByRole('article', { name: /^Flow, / })
    expect(within(turn).getByText(/^\d+\.\d s · [\d,]+ tok · \$0/)).toBeDefined()
    expect(within(turn).getByText(/^Called /)).toBeDefined()
    expect(screen.getByText(/^Answer: /).getAttribute('role')).toBe('status')
    expect(received.runIds).toHaveLength(1)
    expect(received.events.map(({ type }) => type)).toContain('token')
    expect(received.events.at(-1)?.type).toBe('run_finished')
  })

  test('is stored with its answer', async () => {
    const server = await openServer()
    const first = await openChat(server)
    await first.user.type(first.input(), 'Do you ship to Berlin?{Enter}')
    await answered()
    expect(stored(server.flow.id)).toEqual({ chatId: expect.any(String) })
    first.unmount()

    await openChat(server)

    expect(await screen.findByRole('article', { name: /^You, / }, retrying)).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Do you ship to Berlin?' })).toBeDefined()
    expect(screen.getByText(/^\d+\.\d s · [\d,]+ tok · \$0/)).toBeDefined()
  })

  test('given at the start is sent once', async () => {
    const server = await openServer()

    const { received } = await openChat(server, { firstQuestion: 'Do you ship to Berlin?' })

    await answered()
    expect(received.runIds).toHaveLength(1)
    expect(screen.getAllByRole('article', { name: /^You, / })).toHaveLength(1)
  })

  test('asked again is answered again, further down', async () => {
    const server = await openServer()
    const { user, input } = await openChat(server)
    await user.type(input(), 'Hello{Enter}')

    await user.click(await screen.findByRole('button', { name: 'Ask again' }, retrying))

    await waitFor(
      () => expect(screen.getAllByRole('button', { name: 'Copy answer' })).toHaveLength(2),
      retrying,
    )
    expect(
      screen.getAllByRole('article').map((each) => each.getAttribute('aria-label')?.split(',')[0]),
    ).toEqual(['You', 'Flow', 'You', 'Flow'])
  })

  test('still being answered when the page was left is resumed', async () => {
    const server = await openServer()
    const { id, userId } = { id: server.flow.id, userId: server.user.id }
    const { runId, chatId } = await server.services.chat.runOnCanvas(userId, {
      flowId: id,
      question: 'Hello',
    })
    await waitFor(() => server.services.runs.get(userId, runId))
    localStorage.setItem(internalChatKey(id), changeInternalChat(undefined, { runId, chatId }))

    const { received } = await openChat(server)

    await answered()
    expect(received.runIds).toEqual([runId])
    expect(screen.getAllByRole('article', { name: /^You, / })).toHaveLength(1)
    expect(stored(id)).toEqual({ chatId })
  })

  test('of a run that no longer exists is removed', async () => {
    const server = await openServer()
    const { id } = server.flow
    localStorage.setItem(internalChatKey(id), changeInternalChat(undefined, { runId: 'gone' }))

    await openChat(server)

    expect(await screen.findByText(/Send a message to test this flow/, undefined, retrying)).toBeDefined()
    expect(stored(id)).toEqual({})
  })
})

describe('the chat', () => {
  test('is cleared after a confirmation, preserving only the lead', async () => {
    const server = await openServer()
    const { id } = server.flow
    localStorage.setItem(internalChatKey(id), JSON.stringify({ lead: { name: 'Elif' }, theme: 'sea' }))
    const { user, input } = await openChat(server)
    await user.type(input(), 'Hello{Enter}')
    await answered()
    const { chatId = '' } = stored(id)

    await user.click(screen.getByRole('button', { name: 'Clear chat' }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Clear chat' }),
    )

    expect(await screen.findByText(/Send a message to test this flow/)).toBeDefined()
    expect(stored(id)).toEqual({ lead: { name: 'Elif' } })
    expect(await server.services.chat.conversation(server.user.id, id, chatId)).toEqual([])
  })

  test('retains the old messages when a new chat starts', async () => {
    const server = await openServer()
    const { id } = server.flow
    const { user, input } = await openChat(server)
    await user.type(input(), 'Hello{Enter}')
    await answered()
    const { chatId = '' } = stored(id)

    await user.click(screen.getByRole('button', { name: 'New chat' }))

    expect(screen.getByText(/Send a message to test this flow/)).toBeDefined()
    expect(localStorage.getItem(internalChatKey(id))).toBeNull()
    expect(await server.services.chat.conversation(server.user.id, id, chatId)).toHaveLength(2)
  })
})

describe('the keys', () => {
  test('Enter sends, but not during IME composition; Shift+Enter is a line break', async () => {
    const { user, input } = await openChat(await openServer())

    await user.type(input(), 'One{Shift>}{Enter}{/Shift}two')
    fireEvent.keyDown(input(), { key: 'Enter', isComposing: true })

    expect(input()).toHaveProperty('value', 'One\ntwo')
    expect(screen.queryByRole('article')).toBeNull()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('article', { name: /^You, / })).toBeDefined()
    expect(input()).toHaveProperty('value', '')
    await answered()
  })

  test('the arrows step through previous questions', async () => {
    const { user, input } = await openChat(await openServer())
    await user.type(input(), 'First{Enter}')
    await answered()

    await user.keyboard('{ArrowUp}')
    expect(input()).toHaveProperty('value', 'First')
    await user.keyboard('{ArrowDown}')
    expect(input()).toHaveProperty('value', '')
    await user.type(input(), 'New{ArrowUp}')
    expect(input()).toHaveProperty('value', 'New')
  })

  test('Alt+Up moves to the previous question, Ctrl+/ back to the input', async () => {
    const { user, input } = await openChat(await openServer())
    await user.type(input(), 'First{Enter}')
    await answered()

    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    expect(document.activeElement).toBe(screen.getByRole('article', { name: /^You, / }))
    await user.keyboard('{Control>}/{/Control}')
    expect(document.activeElement).toBe(input())
  })

  test('a text over the limit is counted and not sent', async () => {
    const { user, input } = await openChat(await openServer())

    fireEvent.change(input(), { target: { value: 'x'.repeat(32_001) } })

    expect(screen.getByText('32,001 / 32,000')).toBeDefined()
    await user.click(input())
    await user.keyboard('{Enter}')
    expect(screen.queryByRole('article')).toBeNull()
  })
})

test('everything is translated into Turkish', async () => {
  const server = await openServer()

  await openChat(server, { language: 'tr', firstQuestion: 'Merhaba' })

  expect(await screen.findByRole('button', { name: 'Yanıtı kopyala' }, retrying)).toBeDefined()
  expect(screen.getByText(/^\d+,\d sn · [\d.]+ token · 0/)).toBeDefined()
  expect(screen.getByText(/kaldı$/)).toBeDefined()
})
