import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { internalChatKey, readInternalChat } from './internal-chat.ts'
import { openChat, openServer } from './testing/open-chat.tsx'

const retrying = { timeout: 20_000 }

async function openFlow(settings: { chatbotConfig?: object; voice?: object }) {
  const server = await openServer()
  const { app, token, flow, services, user } = server
  const call = (method: 'GET' | 'PUT', url: string, payload?: object) =>
    app.inject({
      method,
      url: `/api/v1${url}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload && { payload }),
    })
  const keys = (await call('GET', '/credentials?credentialName=openAIApi')).json<{ id: string }[]>()
  const { chatbotConfig = {}, voice } = settings
  const openai = { credentialId: keys[0]?.id, ...voice }
  await call('PUT', `/chatflows/${flow.id}`, {
    chatbotConfig: JSON.stringify(chatbotConfig),
    ...(voice && { textToSpeech: JSON.stringify({ openai }) }),
  })
  const stored = () => readInternalChat(localStorage.getItem(internalChatKey(flow.id)) ?? undefined)
  const answer = async () => {
    const messages = await services.chat.conversation(user.id, flow.id, stored().chatId ?? '')
    return messages.find(({ role }) => role === 'apiMessage')
  }
  const spoken = async () => {
    const { runs } = await services.runs.list(flow.id, { limit: 20 })
    return runs.filter(({ until }) => until === 'textToSpeech').length
  }
  return { server, call, stored, answer, spoken }
}

test('an answer is rated with a thumb; after a thumbs down a comment is requested; the last rating counts', async () => {
  const { server, answer } = await openFlow({ chatbotConfig: { chatFeedback: { status: true } } })
  const { user, input } = await openChat(server)
  await user.type(input(), 'Do you ship to Berlin?{Enter}')
  const thumb = (name: string) => screen.findByRole('button', { name, pressed: false }, retrying)

  await user.click(await thumb('Good answer'))
  await screen.findByRole('button', { name: 'Good answer', pressed: true }, retrying)
  await waitFor(async () => expect((await answer())?.feedback?.rating).toBe('THUMBS_UP'), retrying)

  await user.click(await thumb('Bad answer'))
  const dialog = await screen.findByRole('dialog', { name: 'What was wrong with it?' }, retrying)
  await user.type(within(dialog).getByRole('textbox', { name: 'Comment' }), 'Too long')
  await user.click(within(dialog).getByRole('button', { name: 'Send' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), retrying)
  await screen.findByRole('button', { name: 'Bad answer', pressed: true }, retrying)
  expect((await answer())?.feedback).toMatchObject({ rating: 'THUMBS_DOWN', content: 'Too long' })
})

test('a flow with a lead form shows it before the first question, validates it like the profile, and shows it once', async () => {
  const form = { status: true, title: 'Who are you?', successMessage: 'Ask away', email: true, phone: true }
  const { server, call, stored } = await openFlow({ chatbotConfig: { leads: form } })
  const { user, input, unmount } = await openChat(server)
  const lead = within(await screen.findByRole('form', { name: 'Who are you?' }, retrying))
  expect(screen.getByPlaceholderText('Fill in the form first').getAttribute('aria-disabled')).toBe('true')
  expect(lead.queryByRole('textbox', { name: 'Name' })).toBeNull()

  await user.type(lead.getByRole('textbox', { name: /^Email/ }), 'elif@')
  await user.click(lead.getByRole('button', { name: 'Start chat' }))
  expect(await lead.findByText('Please enter a valid email address')).toBeDefined()
  expect(lead.getByText('Please fill in this field')).toBeDefined()
  await user.type(lead.getByRole('textbox', { name: /^Email/ }), 'example.com')
  await user.type(lead.getByRole('textbox', { name: /^Phone/ }), '5551112233')
  await user.click(lead.getByRole('button', { name: 'Start chat' }))

  expect(await screen.findByText('Ask away', undefined, retrying)).toBeDefined()
  const retained = (await call('GET', `/leads/${server.flow.id}`)).json()
  const { chatId } = stored()
  expect(retained).toMatchObject([
    { name: null, email: 'elif@example.com', phone: '+90 (555) 111 22 33', chatId },
  ])
  await user.type(input(), 'Do you ship to Berlin?{Enter}')
  await screen.findByRole('button', { name: 'Copy answer' }, retrying)
  const messages = (await call('GET', `/chatmessage/${server.flow.id}`)).json<{ leadEmail: string }[]>()
  expect(messages.map(({ leadEmail }) => leadEmail)).toEqual(['elif@example.com', 'elif@example.com'])

  await user.click(screen.getByRole('button', { name: 'New chat' }))
  expect(await screen.findByText('Ask away')).toBeDefined()
  unmount()
  await openChat(server)
  expect(await screen.findByText(/Send a message to test this flow/, undefined, retrying)).toBeDefined()
  expect(screen.queryByRole('form')).toBeNull()
})

test('an answer is read aloud and stopped on request, or read automatically if the owner enables it', async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined)
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue(undefined)
  const { server, spoken, call } = await openFlow({ voice: { status: true } })
  const { user, input, unmount } = await openChat(server)
  await user.type(input(), 'Do you ship to Berlin?{Enter}')

  await user.click(await screen.findByRole('button', { name: 'Read aloud' }, retrying))
  await user.click(await screen.findByRole('button', { name: 'Stop reading' }, retrying))
  expect([play.mock.calls.length, pause.mock.calls.length, await spoken()]).toEqual([1, 1, 1])
  // Playing it again uses the cached speech.
  await user.click(await screen.findByRole('button', { name: 'Read aloud' }, retrying))
  await screen.findByRole('button', { name: 'Stop reading' }, retrying)
  expect([play.mock.calls.length, await spoken()]).toEqual([2, 1])
  unmount()

  const { textToSpeech } = (await call('GET', `/chatflows/${server.flow.id}`)).json()
  const { openai } = JSON.parse(textToSpeech)
  await call('PUT', `/chatflows/${server.flow.id}`, {
    textToSpeech: JSON.stringify({ openai: { ...openai, autoPlay: true } }),
  })
  const next = await openChat(server)
  await screen.findByRole('button', { name: 'Read aloud' }, retrying)
  expect(play).toHaveBeenCalledTimes(2)
  await next.user.type(next.input(), 'And to Izmir?{Enter}')
  await screen.findByRole('button', { name: 'Stop reading' }, retrying)
  expect(play).toHaveBeenCalledTimes(3)
})
