import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { address, renderApp } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'
import { noUsage } from '#shared/run-values.ts'
import { layOut } from '../testing/lay-out.ts'
import { readFlow } from '../testing/read-flow.ts'

const model = 'chatOpenAI_0'
const requested = {
  provider: 'flowtill',
  model: 'flowtill-demo',
  paidBy: 'platform',
  worstCase: { input: 1 },
} as const

async function twoRuns() {
  layOut()
  let clock = Date.now()
  const world = await createTestApp({ now: () => new Date(clock) })
  const ada = await world.signUp('ada')
  const flows = ['Returns desk', 'Another'].map((name) =>
    world.services.flows.create(ada.user.id, { name, type: 'CHATFLOW', flowData: readFlow('conversation') }),
  )
  const [flow, other] = await Promise.all(flows)
  if (!flow || !other) {
    throw new Error('no flow')
  }
  const run = async (answer: string, rejections: number) => {
    const open = world.services.runs.start({
      flowId: flow.id,
      versionId: flow.versionId,
      userId: ada.user.id,
      chatId: 'c1',
      sessionId: 'c1',
      chatType: 'INTERNAL',
      memoryType: undefined,
      question: 'Hello?',
      leadEmail: undefined,
      messageId: answer,
    })
    const { log } = open
    log.note({ type: 'run_started', question: 'Hello?' })
    log.note({ type: 'node_started', nodeId: model, label: 'Our model', input: { temperature: rejections } })
    for (let call = 1; call <= rejections; call += 1) {
      const rejected = { reason: 'refused', text: '', usage: noUsage } as const
      log.note({ type: 'model_called', nodeId: model, callId: `m:${call}`, ...requested })
      log.note({ type: 'model_stopped', nodeId: model, callId: `m:${call}`, ...rejected })
    }
    const callId = `m:${rejections + 1}`
    log.note({ type: 'model_called', nodeId: model, callId, ...requested })
    const reply = { text: answer, usage: noUsage, estimated: false }
    log.note({ type: 'model_finished', nodeId: model, callId, reply })
    log.note({ type: 'node_finished', nodeId: model })
    await log.append({ type: 'run_finished', text: answer, usage: noUsage })
    open.close()
    return open.id
  }
  const first = await run('Good morning, dear guest.', 0)
  clock += 5
  const second = await run('Good evening, dear guest.', 2)
  return { ...world, ada, flow, other, first, second }
}

test('the link to a run shows the run, its retries, and its differences from the previous run', async () => {
  const { app, ada, flow, second } = await twoRuns()
  const { user } = await renderApp(`/canvas/${flow.id}?run=${second}`, { app, session: ada })

  expect(await screen.findByTestId('run-receipt')).toBeDefined()
  await waitFor(() => expect(address()).toBe(`/canvas/${flow.id}`))
  await user.click(screen.getByRole('tab', { name: 'Table' }))
  const total = screen.getAllByRole('row').at(-1)
  expect(within(total as HTMLElement).getByText('2')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Copy link to this run' }))
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/canvas/${flow.id}?run=${second}`)

  await user.click(screen.getByRole('tab', { name: 'Timeline' }))
  await user.click(screen.getAllByRole('button', { name: 'Our model' })[0] as HTMLElement)
  await user.click(await screen.findByRole('tab', { name: 'Last run' }))
  expect(await screen.findByText(/^Retried 2 times/)).toBeDefined()
  await user.click(screen.getByRole('radio', { name: 'Changes' }))
  const input = await screen.findByRole('region', { name: 'Input' })
  expect(within(input).getByText('temperature')).toBeDefined()
  await waitFor(() => expect(input.querySelector('del')?.textContent).toBe('0'))
  expect(input.querySelector('ins')?.textContent).toBe('2')
})

test('a run of another flow or an unknown run is rejected with a message', async () => {
  const { app, ada, other, second } = await twoRuns()

  const view = await renderApp(`/canvas/${other.id}?run=${second}`, { app, session: ada })
  expect(await screen.findByText('The run in this link belongs to another flow.')).toBeDefined()
  view.unmount()
  await renderApp(`/canvas/${other.id}?run=unknown`, { app, session: ada })
  expect(await screen.findByText(/^This run no longer exists/)).toBeDefined()
  expect(screen.queryByTestId('run-receipt')).toBeNull()
})
