import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '#client/testing/render-screen.tsx'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { SavedFlow } from '#shared/flows.ts'

async function openConfig(chatbotConfig: object = {}) {
  const { app, signUp } = await createTestApp({ listen: true })
  const ada = await signUp('ada')
  const body = {
    type: 'CHATFLOW',
    name: 'Museum',
    flowData: aDemoFlow(),
    chatbotConfig: JSON.stringify(chatbotConfig),
  }
  const flow = (await ada.call('POST', '/chatflows', body)).json<SavedFlow>()
  const { user } = await renderApp('/app/chatflows', { app, session: ada })
  await user.click(await screen.findByRole('button', { name: 'Actions for Museum' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Configuration' }))
  await screen.findByRole('navigation', { name: 'Sections' })
  const show = (name: string) => user.click(screen.getByRole('button', { name: new RegExp(`^${name}`) }))
  const type = async (field: HTMLElement, text: string) => {
    await user.click(field)
    await user.paste(text)
  }
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }))
  const stored = async () => {
    const saved = (await ada.call('GET', `/chatflows/${flow.id}`)).json<SavedFlow>()
    return { chatbot: JSON.parse(saved.chatbotConfig ?? '{}'), api: JSON.parse(saved.apiConfig ?? '{}') }
  }
  return { ada, flow, user, show, type, save, stored }
}

test('a valid section is saved alone: others retain their stored and typed values', async () => {
  const starterPrompts = { 0: { prompt: 'When do you open?' } }
  const { user, show, type, save, stored } = await openConfig({ title: 'Desk', starterPrompts })
  await show('Starter prompts')
  await type(screen.getByLabelText('Prompt 1'), ' And close?')

  await show('Rate limit')
  await user.click(screen.getByRole('switch', { name: 'Limit messages per IP address' }))
  const seconds = screen.getByLabelText(/^Seconds/)
  await user.clear(seconds)
  await save()
  expect(await screen.findByText('Enter whole seconds, from 1 to 86,400 (one day)')).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(seconds))
  expect((await stored()).api).toEqual({})
  await type(seconds, '3600')
  expect(screen.getByText(/One IP address gets 20 (answers|messages) within 1 hour/)).toBeDefined()
  await save()
  expect(await screen.findByText('Saved and active.')).toBeDefined()

  const { api, chatbot } = await stored()
  expect(api.rateLimit).toMatchObject({ status: true, limitMax: 20, limitDuration: 3_600 })
  expect(chatbot).toEqual({ title: 'Desk', starterPrompts })
  const rail = within(screen.getByRole('navigation', { name: 'Sections' }))
  expect(rail.getByRole('button', { name: 'Rate limit On' })).toBeDefined()
  expect(rail.getByRole('button', { name: 'Starter prompts Unsaved' })).toBeDefined()
  await show('Starter prompts')
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect((screen.getByLabelText('Prompt 1') as HTMLInputElement).value).toBe('When do you open?')
})

test('an invalid or duplicate address is reported on its line; leaving with unsaved changes asks for confirmation', async () => {
  const { user, show, type, save, stored } = await openConfig()
  await show('Allowed domains')
  await user.click(screen.getByRole('button', { name: 'Add an address' }))
  await type(screen.getByLabelText('Domain 1'), 'shop.example.com')
  await user.keyboard('{Enter}')
  await type(await screen.findByLabelText('Domain 2'), 'https://shop.example.com')
  await user.keyboard('{Enter}')
  await type(await screen.findByLabelText('Domain 3'), 'https://shop.example.com/cart')
  await save()
  expect(await screen.findByText('This address is already in the list')).toBeDefined()
  expect(screen.getByText('Enter an address without a path, like https://shop.example.com')).toBeDefined()

  await user.click(screen.getByRole('button', { name: 'Close' }))
  const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  expect(within(question).getByText(/Allowed domains/)).toBeDefined()
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))

  await user.click(screen.getByRole('button', { name: 'Remove address 3' }))
  await user.click(screen.getByRole('button', { name: 'Remove address 2' }))
  await save()
  expect(await screen.findByText('Saved and active.')).toBeDefined()
  expect((await stored()).chatbot.allowedOrigins).toEqual(['https://shop.example.com'])
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a function over answers is tested with the last answer of the flow', async () => {
  const { ada, flow, user, show } = await openConfig()
  await show('Post-processing')
  await user.click(screen.getByRole('button', { name: 'Insert example' }))
  const tryIt = () => user.click(screen.getByRole('button', { name: 'Test on last answer' }))
  await tryIt()
  expect(await screen.findByText('This flow has not answered anything yet.')).toBeDefined()

  const requested = await ada.call('POST', `/prediction/${flow.id}`, { question: 'Hello?' })
  await tryIt()
  const expected = `${requested.json<{ text: string }>().text}\n\nIs there anything else?`
  await waitFor(() =>
    expect([...document.querySelectorAll('.example-answered')].at(-1)?.textContent).toBe(expected),
  )
})
