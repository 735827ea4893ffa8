import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { referenceTo } from '#shared/flow-file.ts'
import { noUsage } from '#shared/run-values.ts'
import { openChat, openServer } from './testing/open-chat.tsx'

async function openAgent() {
  const server = await openServer()
  const flowData = JSON.stringify(
    buildFlow([
      { name: 'flowtillDemoModel' },
      { name: 'bufferMemory' },
      { name: 'calculator' },
      {
        name: 'toolAgent',
        inputs: {
          tools: [referenceTo('calculator_0')],
          model: referenceTo('flowtillDemoModel_0'),
          memory: referenceTo('bufferMemory_0'),
        },
      },
    ]),
  )
  const flow = await server.services.flows.create(server.user.id, {
    name: 'Agent',
    type: 'CHATFLOW',
    flowData,
  })
  return { ...server, flow }
}

const answers = () => within(screen.getByRole('log')).findAllByRole('article', { name: /^Flow/, busy: false })

test('a tool call is shown in the thread, opens with its input and output, and survives a reload', async () => {
  const server = await openAgent()
  const first = await openChat(server)
  await first.user.type(first.input(), 'What is 12*7?{Enter}')

  const line = await screen.findByRole('button', { name: /Called calculator/ })
  await waitFor(async () => expect((await answers()).at(-1)?.textContent).toContain('84'))
  await first.user.click(line)
  expect(screen.getByText('Input').nextElementSibling?.textContent).toContain('12*7')
  expect(screen.getByText('Output').nextElementSibling?.textContent).toContain('84')

  first.unmount()
  const second = await openChat(server)
  await second.user.click(await screen.findByRole('button', { name: /Called calculator/ }))
  expect(screen.getByText('Output').nextElementSibling?.textContent).toContain('84')
})

test('a run up to a node is requested once, labelled as such, and not part of the conversation', async () => {
  const server = await openServer()
  const order = { id: 1, question: 'Hello there', until: 'chatDefault_0' }
  const { received, unmount } = await openChat(server, { order })

  expect(await screen.findByText('up to Default model')).toBeDefined()
  expect(received.runIds).toHaveLength(1)
  unmount()
  await openChat(server)
  expect(await screen.findByText(/Send a message to test this flow/)).toBeDefined()
})

test('a request without a question repeats the last one; without one it only focuses the input', async () => {
  const server = await openServer()
  const first = await openChat(server, { order: { id: 1 } })
  await screen.findByText(/Send a message to test this flow/)
  expect(document.activeElement).toBe(first.input())
  await first.user.type(first.input(), 'Do you ship to Berlin?{Enter}')
  await answers()
  await waitFor(async () => expect(await answers()).toHaveLength(1))
  expect(first.received.runIds).toHaveLength(1)
  first.unmount()

  const { received } = await openChat(server, { order: { id: 2 } })

  await waitFor(async () => expect(await answers()).toHaveLength(2))
  expect(received.runIds).toHaveLength(1)
  expect(screen.getAllByRole('article', { name: /^You, / })).toHaveLength(2)
  expect(screen.getAllByText('Do you ship to Berlin?').length).toBeGreaterThan(1)
})

test('a balance below one message shows the top-up link below the field before any rejection', async () => {
  const server = await openServer()
  const actor = { adminId: server.user.id, key: undefined, address: '127.0.0.1' }
  await server.services.walletAdmin.credit(actor, { userId: server.user.id, amountMicro: -4_999_999 })

  await openChat(server)

  const more = await screen.findByRole('link', { name: 'Add balance' })
  expect(more.getAttribute('href')).toBe('/app/usage-billing')
  expect(screen.getByText(/≈ \$0\.\d+ \/ message/)).toBeDefined()
})

test('pins are sent with every question; the answer says that it was reused', async () => {
  const server = await openServer()
  const pinned = {
    chatDefault_0: [{ reply: { text: 'Pinned answer.', usage: noUsage, estimated: false } }],
  }
  const { user, input } = await openChat(server, { readPins: () => pinned })

  await user.type(input(), 'Anything{Enter}')

  expect(await screen.findByText('Pinned answer.')).toBeDefined()
  expect(await screen.findByText(/flowtill-demo · reused/)).toBeDefined()
  expect((await server.services.wallet.get(server.user.id)).balance).toBe(5)
})
