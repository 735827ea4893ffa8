import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openChat, openServer } from './testing/open-chat.tsx'

const retrying = { timeout: 20_000 }

test('a flow that cannot run names the failing node and can show it', async () => {
  const server = await openServer()
  const { flow, services } = server
  const broken = JSON.parse(flow.flowData)
  broken.nodes[0].data.inputs.modelName = ''
  broken.edges = broken.edges.filter(({ source }: { source: string }) => source !== broken.nodes[0].id)
  broken.nodes[2].data.inputs.model = ''
  await services.flows.update(
    { userId: server.user.id, authorId: server.user.id },
    { id: flow.id, flowData: JSON.stringify(broken) },
  )
  const { user, input, received } = await openChat(server)

  await user.type(input(), 'Hello{Enter}')

  const label = broken.nodes[2].data.label
  await user.click(await screen.findByRole('button', { name: `Show ${label}` }, retrying))
  expect(received.onShowNode).toHaveBeenCalledWith(broken.nodes[2].id)
  expect(screen.getByText(/Nothing was charged/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
})

test('an empty wallet is reported with a link to top up', async () => {
  const server = await openServer()
  const { services, user: owner } = server
  const actor = { adminId: owner.id, key: undefined, address: '127.0.0.1' }
  await services.walletAdmin.credit(actor, { userId: owner.id, amountMicro: -5_000_000 })
  const { user, input } = await openChat(server)

  await user.type(input(), 'Hello{Enter}')

  expect(
    await screen.findByText('Insufficient balance. Please top up your wallet.', undefined, retrying),
  ).toBeDefined()
  expect(screen.getByRole('link', { name: 'Add balance' }).getAttribute('href')).toBe('/app/usage-billing')
  await waitFor(() => expect(screen.getByPlaceholderText('Add balance to continue')).toBeDefined(), retrying)
})

test('a provider error costs nothing and names the node', async () => {
  const server = await openServer()

  await openChat(server, { firstQuestion: 'Hello [[sandbox error=500]]' })

  expect(await screen.findByRole('button', { name: 'Try again' }, retrying)).toBeDefined()
  expect(screen.getByText(/Nothing was charged/)).toBeDefined()
  expect(screen.getByRole('button', { name: /^Show / })).toBeDefined()
  expect(screen.getByText(/^No answer: /).getAttribute('role')).toBe('status')
})

test('a truncated answer is retained with its charge', async () => {
  const server = await openServer()

  await openChat(server, { firstQuestion: 'Hello [[sandbox tokens=50 cut=20]]' })

  expect(await screen.findByText(/Charged so far/, undefined, retrying)).toBeDefined()
  expect(screen.getByRole('article', { name: /^Flow, / }).querySelector('.md')?.textContent).not.toBe('')
})

test('a stopped answer preserves its text and shows that it was charged', async () => {
  const server = await openServer()
  const { user, received } = await openChat(server, {
    firstQuestion: 'Hello [[sandbox tokens=500 delay=50]]',
  })
  await waitFor(() => expect(received.events.at(-1)?.type).toBe('token'), retrying)

  await user.click(screen.getByRole('button', { name: 'Stop' }))

  expect(
    await screen.findByText('Stopped. You pay only for the text received.', undefined, retrying),
  ).toBeDefined()
  expect(screen.getByText(/^\d+\.\d s · [\d,]+ tok · \$0\.\d{4}/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Send' })).toBeDefined()
})

test('while the canvas reports a blocker, the input is disabled', async () => {
  const server = await openServer()

  const { input } = await openChat(server, { disabledReason: 'Save the flow first.', firstQuestion: 'Hello' })

  expect(await screen.findByText('Save the flow first.')).toBeDefined()
  expect(input()).toHaveProperty('readOnly', true)
  expect(screen.queryByRole('article')).toBeNull()
})
