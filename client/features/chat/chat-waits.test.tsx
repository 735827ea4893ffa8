import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Json } from '#server/engine/inputs.ts'
import { aControlFlow } from '#server/testing/run-test-program.ts'
import { type Answering, openChat, openServer } from './testing/open-chat.tsx'

const nodesOf = (inputs: Record<string, Json>) => [
  { id: 'start', name: 'startAgentflow', label: 'Start', inputs },
  {
    id: 'check',
    name: 'humanInputAgentflow',
    label: 'Check',
    inputs: {
      humanInputDescriptionType: 'fixed',
      humanInputDescription: 'Refund {{ question }}?',
      humanInputEnableFeedback: true,
    },
  },
  { id: 'yes', name: 'directReplyAgentflow', label: 'Yes', inputs: { directReplyMessage: 'Refunded.' } },
  { id: 'no', name: 'directReplyAgentflow', label: 'No', inputs: { directReplyMessage: 'Kept.' } },
]

async function openAgent(start: Record<string, Json> = {}) {
  const server = await openServer()
  const flowData = JSON.stringify(
    aControlFlow(nodesOf(start), ['start -> check', 'check:0 -> yes', 'check:1 -> no']),
  )
  const flow = server.services.flows.create(server.user.id, { name: 'Agent', type: 'AGENTFLOW', flowData })
  return { ...server, flow: await flow }
}

/** Gives the answer as clients of the REST API do. */
function answeringOver({ services, user, flow }: Awaited<ReturnType<typeof openAgent>>): Answering {
  return async ({ runId, answer: { type, feedback } }) => {
    const { chatId } = await services.runs.get(user.id, runId)
    const humanInput = { type: type === 'proceed' ? ('proceed' as const) : ('reject' as const), feedback }
    const request = { question: '', chatId, streaming: false, history: [], overrideConfig: {}, uploads: [] }
    const answering = await services.chat.predictInternal(user.id, flow.id, { ...request, humanInput }, [])
    answering.reply(false).catch(() => undefined)
  }
}

test('a waiting run shows its question; the answer with feedback lets it go on to its end', async () => {
  const server = await openAgent()
  const { user, input, received } = await openChat(server, { answering: answeringOver(server) })
  await user.type(input(), 'order 7{Enter}')

  const card = await screen.findByTestId('wait-card', {}, { timeout: 10_000 })
  expect(within(card).getByText('Refund order 7?')).toBeDefined()
  expect(screen.getByText('Check waits for you')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull()
  await user.type(within(card).getByRole('textbox'), 'Fine{Control>}{Enter}{/Control}')

  await screen.findByText('Refunded.', {}, { timeout: 10_000 })
  expect(screen.queryByTestId('wait-card')).toBeNull()
  expect(screen.getByText('Proceed')).toBeDefined()
  expect(screen.getByText('Fine')).toBeDefined()
  await waitFor(() => expect(received.events.at(-1)?.type).toBe('run_finished'))
  expect(screen.getAllByRole('article', { name: /^You, / })).toHaveLength(1)
})

test('an answer given elsewhere is noticed, and the run is watched again', async () => {
  const server = await openAgent()
  const { user, input, received } = await openChat(server)
  await user.type(input(), 'order 8{Enter}')
  await screen.findByTestId('wait-card', {}, { timeout: 10_000 })

  const runId = received.runIds[0] ?? ''
  await answeringOver(server)({ runId, waitId: '', answer: { type: 'reject' } })

  expect(await screen.findByText('Kept.', {}, { timeout: 10_000 })).toBeDefined()
  expect(screen.queryByTestId('wait-card')).toBeNull()
})

test('a rejected answer is reported, and the question stays', async () => {
  const server = await openAgent()
  const { user, input } = await openChat(server, {
    answering: () => Promise.reject(new Error('Out of order')),
  })
  await user.type(input(), 'order 9{Enter}')
  const card = await screen.findByTestId('wait-card', {}, { timeout: 10_000 })

  await user.click(within(card).getByRole('button', { name: 'Reject' }))

  expect(await screen.findByRole('alert')).toBeDefined()
  expect(screen.getByTestId('wait-card')).toBeDefined()
})

test('a start form takes the place of the message field and sends its values', async () => {
  const inputs = ['order', 'count', 'urgent'].map((name) => ({
    name,
    label: name[0]?.toUpperCase() + name.slice(1),
  }))
  const form = { startInputType: 'formInput', formTitle: 'Refund', formInputTypes: inputs }
  const server = await openAgent(form)
  const field = { options: [] as string[] }
  const { user } = await openChat(server, {
    startForm: {
      title: 'Refund',
      description: 'Which order?',
      fields: [
        { ...field, name: 'order', label: 'Order', type: 'string' },
        { ...field, name: 'count', label: 'Count', type: 'number' },
        { ...field, name: 'urgent', label: 'Urgent', type: 'boolean' },
      ],
    },
  })
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  await user.type(await screen.findByRole('textbox', { name: 'Order' }), 'KE-48213')
  await user.click(screen.getByRole('checkbox', { name: 'Urgent' }))

  await user.click(screen.getByRole('button', { name: 'Run' }))

  const card = await screen.findByTestId('wait-card', {}, { timeout: 10_000 })
  expect(card.textContent).toContain('Order: KE-48213')
  expect(card.textContent).toContain('Urgent: true')
})
