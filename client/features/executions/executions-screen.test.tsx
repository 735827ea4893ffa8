import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { address, renderApp } from '#client/testing/render-screen.tsx'
import {
  answerFlow,
  openExecutions,
  refundFlow,
} from '#server/features/executions/testing/open-executions.ts'
import { runLog, runWaits } from '#server/features/runs/runs.table.ts'

async function open(file: typeof refundFlow, questions: string[]) {
  const world = await openExecutions(file)
  const ids: string[] = []
  for (const question of questions) {
    ids.push((await world.ask(question)).executionId)
  }
  const show = async (path: string, session?: typeof world.ada) => {
    const view = await renderApp(path, { app: world.app, ...(session && { session }) })
    await screen.findByRole('heading', { level: 1 }, { timeout: 15_000 })
    return view
  }
  return { ...world, ids, show }
}

test('without executions the screen says how to get the first one', async () => {
  const { ada, show } = await open(refundFlow, [])

  const { user } = await show('/app/executions', ada)

  expect(await screen.findByText('No executions yet')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Open AgentFlows' }).getAttribute('href')).toBe('/app/agentflows')
  await user.click(screen.getByRole('tab', { name: 'Waiting for you' }))
  expect(await screen.findByText('Nothing waits for you')).toBeDefined()
})

test('executions are filtered by state, and a filter without matches can be cleared', async () => {
  const { ada, show, flow } = await open(refundFlow, ['order 1', 'order 2'])
  await ada.call('POST', `/prediction/${flow.id}`, { chatId: 'order 1', humanInput: { type: 'proceed' } })
  const { user } = await show('/app/executions', ada)
  const rows = async () => (await screen.findAllByRole('link', { name: 'Refund desk' })).length
  expect(await rows()).toBe(2)

  await user.click(await screen.findByRole('button', { name: 'Done 1' }))
  await waitFor(async () => expect(await rows()).toBe(1))
  expect(address()).toBe('/app/executions?state=finished')
  expect(screen.queryByText('Refund order 2?')).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Failed/ }))
  expect(await screen.findByText('No execution matches these filters')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(async () => expect(await rows()).toBe(2))
})

test('a request is approved with feedback, and its execution shows the answer', async () => {
  const { ada, show, ids, services } = await open(refundFlow, ['order 7'])
  const { user } = await show('/app/executions', ada)
  expect(await screen.findByText('1 waits for you')).toBeDefined()

  await user.click(await screen.findByRole('tab', { name: 'Waiting for you (1)' }))
  const panel = await screen.findByRole('region', { name: 'Refund desk' })
  expect(within(panel).getByRole('heading', { name: 'Refund order 7?' })).toBeDefined()
  await user.type(within(panel).getByLabelText(/^Feedback/), 'Half of it')
  await user.click(within(panel).getByRole('button', { name: 'Approve' }))

  expect(await screen.findByText('Answer sent. The execution continues.')).toBeDefined()
  const id = ids[0] ?? ''
  await waitFor(async () => expect((await services.runs.get(ada.user.id, id)).state).toBe('finished'))
  const { visits } = await services.executions.detail(ada.user.id, id)
  expect(visits[1]?.answers).toMatchObject([{ type: 'proceed', feedback: 'Half of it' }])
  expect(await screen.findByText('Nothing waits for you')).toBeDefined()
})

test('a late answer is rejected with what has happened', async () => {
  const { ada, show, flow } = await open(refundFlow, ['order 7'])
  const { user } = await show('/app/executions?tab=waiting', ada)
  const reject = await screen.findByRole('button', { name: 'Reject' })
  await ada.call('POST', `/prediction/${flow.id}`, { chatId: 'order 7', humanInput: { type: 'proceed' } })

  await user.click(reject)

  expect(await screen.findByText('Someone else has answered. The execution has finished.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Reject' })).toBeNull()
})

test('an uncertain call has three choices, none preselected, and the button takes their words', async () => {
  const { ada, show, store, services } = await open(refundFlow, ['order 7'])
  const [row] = await store.db.select().from(runWaits)
  const calls = [{ callId: 'check#1:tool:1', tool: 'book_pickup', args: { order: 'KE-48302' } }]
  const uncertain = <Wait extends object>(wait: Wait) => ({ ...wait, kind: 'uncertain' as const, calls })
  const [page] = await store.db.select().from(runLog)
  await store.transaction(async (tx) => {
    await tx.update(runWaits).set({ kind: 'uncertain', wait: uncertain(row?.wait ?? never()) })
    await tx.update(runLog).set({
      events: (page?.events ?? []).map(({ sequence, event }) => ({
        sequence,
        event:
          event.type === 'node_waiting'
            ? { ...event, wait: uncertain(event.wait) }
            : event.type === 'run_waiting'
              ? { ...event, waits: event.waits.map(uncertain) }
              : event,
      })),
    })
  })
  const { user } = await show('/app/executions?tab=waiting', ada)

  expect(await screen.findByRole('heading', { name: 'Did this call happen?' })).toBeDefined()
  const button = screen.getByRole('button', { name: 'Choose what happened' }) as HTMLButtonElement
  expect(button.disabled).toBe(true)
  await user.click(screen.getByRole('radio', { name: 'It did not happen, call again' }))
  expect(screen.getByText(/its effect happens twice/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Call again' })).toBeDefined()
  await user.click(screen.getByRole('radio', { name: 'It happened' }))
  await user.type(screen.getByLabelText(/^Result/), 'Booked')
  await user.click(screen.getByRole('button', { name: 'Continue, it happened' }))

  expect(await screen.findByText('Answer sent. The execution continues.')).toBeDefined()
  const { events } = await services.runs.trace(ada.user.id, row?.runId ?? '')
  expect(events.find(({ event }) => event.type === 'wait_answered')?.event).toMatchObject({
    answer: { type: 'done', value: 'Booked' },
  })
})

test('an execution shows its steps, and the chosen one with input, output and calls', async () => {
  const { ada, show, ids } = await open(answerFlow, ['What is Flowtill?'])
  const { user } = await show(`/app/executions/${ids[0]}`, ada)

  const steps = within(await screen.findByRole('list', { name: 'Steps' }))
  await user.click(steps.getByRole('button', { name: 'Write' }))

  const panel = within(screen.getByRole('region', { name: 'Write' }))
  expect(panel.getByRole('region', { name: 'Output' }).textContent).toContain('content')
  expect(panel.getByText('Calls')).toBeDefined()
  expect(screen.getByRole('region', { name: 'Answer' }).textContent).toContain('Answer:')
})

test('an execution is shared, opened signed out without costs, and deleted', async () => {
  const { ada, show, ids } = await open(answerFlow, ['What is Flowtill?'])
  const [id = ''] = ids
  const { user, unmount } = await show(`/app/executions/${id}`, ada)
  await user.click(await screen.findByRole('button', { name: 'Share' }))
  await user.click(await screen.findByRole('switch', { name: 'Public link' }))
  const link = (await screen.findByLabelText('Link')) as HTMLInputElement
  expect(link.value).toMatch(new RegExp(`/execution/${id}$`))
  unmount()
  localStorage.clear()

  const visitor = await show(`/execution/${id}`)
  expect(await screen.findByRole('heading', { name: /^Execution of Refund desk/ })).toBeDefined()
  expect(document.body.textContent).not.toContain('$')
  visitor.unmount()

  const again = await show(`/app/executions/${id}`, ada)
  await again.user.click(
    await screen.findByRole('button', { name: 'Actions for the execution of Refund desk' }),
  )
  await again.user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await again.user.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(address()).toBe('/app/executions'))
  expect(await screen.findByText('No executions yet')).toBeDefined()
})

function never(): never {
  throw new Error('There is no wait.')
}

test('the page of a waiting execution shows an answer given elsewhere, and its steps run again from there', async () => {
  const { ada, show, ids, flow, services } = await open(refundFlow, ['order 7'])
  const { user } = await show(`/app/executions/${ids[0]}`, ada)
  expect(await screen.findByRole('heading', { name: 'Refund order 7?' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Run again from here' })).toBeNull()

  await ada.call('POST', `/prediction/${flow.id}`, { chatId: 'order 7', humanInput: { type: 'proceed' } })

  const again = await screen.findByRole('button', { name: 'Run again from here' }, { timeout: 10_000 })
  await user.click(again)
  expect(await screen.findByText('The flow runs again.')).toBeDefined()
  await waitFor(() => expect(address()).not.toBe(`/app/executions/${ids[0]}`))
  const id = (address() ?? '').split('/').at(-1) ?? ''
  await waitFor(async () => expect((await services.runs.get(ada.user.id, id)).state).toBe('finished'))
  const { visits } = await services.executions.detail(ada.user.id, id)
  expect(visits.map(({ reused }) => reused)).toEqual([true, true, false])
})
