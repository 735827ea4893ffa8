import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '#client/testing/render-screen.tsx'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { SavedFlow } from '#shared/flows.ts'
import type { Tool } from '#shared/tools.ts'
import { layOut } from '../testing/lay-out.ts'
import { card } from '../testing/open-canvas.tsx'

/** Needs the whole application, which connects canvas and tool editor. */
async function openCustomTool(who: 'ada' | 'eve') {
  layOut()
  const { app, signUp } = await createTestApp()
  const people = { ada: await signUp('ada'), eve: await signUp('eve') }
  const me = people[who]
  const flowData = JSON.stringify(buildFlow([{ name: 'customTool' }]))
  const { id } = (
    await me.call('POST', '/chatflows', { name: 'Desk', flowData, type: 'CHATFLOW' })
  ).json<SavedFlow>()
  const { user } = await renderApp(`/canvas/${id}`, { app, session: me })
  const node = await card('customTool_0')
  const list = await waitFor(() => {
    const found = node.querySelector<HTMLElement>('[role=combobox]')
    expect(found).toBeTruthy()
    return found as HTMLElement
  })
  await user.click(list)
  await screen.findByRole('group', { name: 'Select Tool' })
  return { user, list, me }
}

test('an admin creates a tool from the tool field, and it is selected once it is stored', async () => {
  const { user, list, me } = await openCustomTool('ada')
  await user.click(await screen.findByRole('button', { name: 'New tool…' }))

  await user.type(await screen.findByLabelText(/^Name/), 'order_state')
  await user.type(screen.getByLabelText(/^Description/), 'How far an order is')
  const create = screen.getByRole('button', { name: 'Create tool' })
  act(() => fireEvent.click(create))

  await waitFor(async () =>
    expect((await me.call('GET', '/tools')).json<Tool[]>().map(({ name }) => name)).toEqual(['order_state']),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(list)
  const option = await screen.findByRole('option', { name: /^order_state/ })
  expect(option.getAttribute('aria-selected')).toBe('true')
})

test('other users select from the existing tools', async () => {
  await openCustomTool('eve')

  expect(await screen.findByRole('button', { name: 'Reload options for Select Tool' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New tool…' })).toBeNull()
})
