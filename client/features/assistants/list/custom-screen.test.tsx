import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '#client/testing/render-screen.tsx'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'

async function openList() {
  const { app, signUp, services } = await createTestApp()
  const root = await signUp('root')
  const actor = { userId: root.user.id, authorId: root.user.id }
  const { id } = await services.customAssistants.add(actor, { name: 'Museum desk' })
  const open = () => renderApp('/app/assistants/custom', { app, session: root })
  const list = async () => (await root.call('GET', '/assistants')).json<unknown[]>()
  return { root, id, open, list }
}

const deletionOf = async (user: Awaited<ReturnType<typeof renderApp>>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Actions for Museum desk' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  return within(await screen.findByRole('alertdialog', { name: 'Delete “Museum desk”?' }))
}

test('the question before a deletion names what stops working with the assistant', async () => {
  const { root, id, open, list } = await openList()
  const call = buildFlow([{ name: 'chatflowTool', inputs: { selectedChatflow: id, name: 'ask_desk' } }])
  await root.call('POST', '/chatflows', {
    ...{ name: 'Front door', type: 'CHATFLOW', flowData: JSON.stringify(call) },
  })
  const keys = await root.call('POST', '/apikey', { keyName: 'Shop', permissions: ['flows:ask'] })
  await root.call('PUT', `/chatflows/${id}`, { isPublic: true, apikeyid: keys.json()[0].id })
  const { user } = await open()

  const question = await deletionOf(user)
  expect(question.getByText('Front door')).toBeDefined()
  expect(question.getByText('API calls with the key “Shop” are rejected.')).toBeDefined()
  expect(question.getByText('Its public chat closes for visitors.')).toBeDefined()
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(await list()).toHaveLength(1)

  await user.click((await deletionOf(user)).getByRole('button', { name: 'Delete assistant' }))
  expect(await screen.findByText('“Museum desk” deleted')).toBeDefined()
  expect(await list()).toEqual([])
})

test('nothing is asked while it is unknown what would be lost', async () => {
  const { root, id, open } = await openList()
  const { user } = await open()
  await screen.findByRole('link', { name: 'Museum desk' })
  await root.call('DELETE', `/assistants/${id}`)

  await user.click(screen.getByRole('button', { name: 'Actions for Museum desk' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))

  expect(await screen.findByText('This assistant does not exist.')).toBeDefined()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
