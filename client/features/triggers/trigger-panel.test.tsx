import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '#client/testing/render-screen.tsx'
import { aControlFlow } from '#server/testing/run-test-program.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const every = { startInputType: 'scheduleInput', scheduleType: 'cronExpression', scheduleInputMode: 'none' }
const daily = { ...every, scheduleCronExpression: '0 9 * * *', scheduleTimezone: 'Europe/Berlin' }
const hook = { startInputType: 'webhookTrigger', webhookMethod: 'POST', webhookResponseMode: 'sync' }

async function openPanel(inputs: object, language: 'en' | 'tr' = 'en') {
  const clock = { time: new Date('2026-11-23T07:00:00Z') }
  const world = await createTestApp({ now: () => clock.time })
  const root = await world.signUp('root')
  const file = aControlFlow(
    [
      { id: 'start', name: 'startAgentflow', label: 'Start', inputs: { ...inputs } },
      {
        ...{ id: 'reply', name: 'directReplyAgentflow', label: 'Reply' },
        inputs: { directReplyMessage: 'Done.' },
      },
    ],
    ['start -> reply'],
  )
  const body = { name: 'Report', type: 'AGENTFLOW', flowData: JSON.stringify(file) }
  const { id } = (await root.call('POST', '/chatflows', body)).json<{ id: string }>()
  const open = async () => {
    const session = { session: root, language }
    const view = await renderApp(`/app/agentflows/${id}/triggers`, { app: world.app, ...session })
    await screen.findByRole('heading', { level: 1 }, { timeout: 20_000 })
    return view
  }
  return { ...world, root, id, clock, open }
}

test('a schedule is switched on, with its next runs in its own time zone', async () => {
  const { open, services, root, id } = await openPanel(daily)
  const { user } = await open()

  const next = await screen.findByRole('list', { name: 'Next runs' })
  expect(within(next).getAllByRole('listitem')[0]?.textContent).toMatch(
    /Mon, 23 Nov 2026, 09:00 (CET|GMT\+1)/,
  )
  await user.click(screen.getByRole('switch', { name: 'Listening' }))

  await waitFor(async () =>
    expect(await services.triggers.get(root.user.id, id)).toMatchObject({ enabled: true }),
  )
  expect(screen.getByRole('switch', { name: 'Listening' })).toHaveProperty('checked', true)
})

test('the log shows what was skipped and why', async () => {
  const { open, services, root, id, clock } = await openPanel(daily)
  await services.triggers.save(root.user.id, { id, enabled: true })
  clock.time = new Date('2026-11-23T12:00:00Z')
  await services.triggers.tick()
  await open()

  const log = await screen.findByRole('table', { name: 'Log' })
  expect(within(log).getByText('Skipped')).toBeDefined()
  expect(within(log).getByText('The server was not running.')).toBeDefined()
})

test('a webhook shows its address, and its new secret once', async () => {
  const { open, id } = await openPanel(hook)
  const { user, unmount } = await open()

  const address = await screen.findByLabelText<HTMLInputElement>('Webhook address')
  expect(address.value).toContain(`/api/v1/webhook/${id}`)
  await user.click(screen.getByRole('button', { name: 'Create secret' }))
  const secret = await screen.findByLabelText<HTMLInputElement>('New secret')
  expect(secret.value).toMatch(/^[0-9a-f]{64}$/)
  expect(await screen.findByRole('button', { name: 'Replace secret' })).toBeDefined()
  unmount()

  await open()
  expect(await screen.findByText('A secret is set. It is not shown again.')).toBeDefined()
  expect(document.body.innerHTML).not.toContain(secret.value)
})

test('a flow that starts with a question says what to change', async () => {
  const { open } = await openPanel({ startInputType: 'chatInput' }, 'tr')
  await open()

  expect(await screen.findByText('Bu akış bir soruyla başlıyor')).toBeDefined()
  expect(screen.queryByRole('switch', { name: 'Dinliyor' })).toBeNull()
})
