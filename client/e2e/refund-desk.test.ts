import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aControlFlow } from '#server/testing/run-test-program.ts'
import { listen } from '#server/testing/tiny-server.ts'
import type { ExecutionDetail } from '#shared/executions.ts'
import type { SavedFlow } from '#shared/flows.ts'
import { still, violationsInBothSchemes } from './axe.ts'
import { callAs, holdCalls, openBrowser, registerOnScreen, waitForAnnouncement } from './browser.ts'
import { request } from './journey-canvas.ts'
import { startProductToKill } from './start-product.ts'

const { openPage } = openBrowser()

const start = { id: 'start', name: 'startAgentflow', label: 'Start' }
const reply = {
  ...{ id: 'reply', name: 'directReplyAgentflow', label: 'Reply' },
  inputs: { directReplyMessage: 'It is done.' },
}

/** A company whose service counts what it is asked to do. `hold`: it answers nothing more. */
async function openCompany() {
  const received: string[] = []
  let isHeld = false
  const service = await listen((incoming, response) => {
    received.push(incoming.url ?? '')
    if (!isHeld) {
      response.end('{"ok":true}')
    }
  })
  const hold = () => {
    isHeld = true
  }
  return { received, hold, origin: service.origin, host: new URL(service.origin).host }
}

async function openOffice() {
  const company = await openCompany()
  const product = await startProductToKill({ OUTGOING_ALLOW: company.host })
  const { page, complaints } = await openPage(still)
  const account = await registerOnScreen(page, product.url)
  const create = async (name: string, file: object) =>
    (await callAs(page, 'POST', '/chatflows', {
      ...{ name, type: 'AGENTFLOW', flowData: JSON.stringify(file) },
    })) as SavedFlow
  const ask = (flowId: string, question: string) =>
    callAs(page, 'POST', `/prediction/${flowId}`, { question, chatId: question }) as Promise<{
      executionId: string
    }>
  const openWaiting = async () => {
    await page.goto(`${product.url}/app/executions?tab=waiting`)
    await page.getByRole('heading', { level: 1, name: 'Executions' }).waitFor()
  }
  const detail = (id: string) => request<ExecutionDetail>(page, 'executions.detail', { id })
  /** A killed server leaves failed requests in the console. */
  const ownComplaints = () => complaints.filter((text) => !/Failed to (load resource|fetch)|ERR_/.test(text))
  return { ...company, ...product, page, account, create, ask, openWaiting, detail, ownComplaints }
}

const isNothingHeld = async (page: Page) => {
  const { balance, available } = await request<{ balance: number; available: number }>(page, 'wallet.get', {})
  return balance === available
}

test('the refund desk waits for a person; its server is killed, and the run goes on after the approval', async () => {
  const { url, page, restart, openWaiting, ownComplaints } = await openOffice()
  await page.goto(`${url}/app/flow-templates`)
  await page.getByRole('searchbox').fill('refund desk')
  await page.getByRole('link', { name: 'Refund desk' }).click()
  await page.getByRole('button', { name: 'Use template', exact: true }).click()
  await page.getByRole('button', { name: 'Create flow' }).click()
  await page.waitForURL('**/agentcanvas/*')
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  const write = page.getByRole('textbox', { name: /message/i }).last()
  await write.fill('Order: 1042, amount: 120, reason: The vase arrived broken')
  await write.press('Enter')
  await page.getByTestId('wait-card').getByRole('button', { name: 'Proceed' }).waitFor()

  await openWaiting()
  await page.getByRole('navigation', { name: 'Main menu' }).getByText('1', { exact: true }).waitFor()
  await restart()
  await openWaiting()
  await page.getByText('1 request', { exact: true }).waitFor()
  expect(await isNothingHeld(page)).toBe(true)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()

  await page.getByText('Nothing waits for you').waitFor()
  await page.getByRole('tab', { name: 'All executions' }).click()
  await page.getByRole('row').filter({ hasText: 'Refund desk' }).getByText('Done').waitFor()
  expect(ownComplaints()).toEqual([])
})

test('a proposed call is changed and approved in two tabs at once: it is made once, with the change', async () => {
  const { url, page, origin, received, create, ask, openWaiting, detail } = await openOffice()
  const row = (property: string, type: string) => ({ property, type, description: property, required: true })
  const { id: selectedTool } = (await callAs(page, 'POST', '/tools', {
    ...{ name: 'refund_order', description: 'Refund an order', color: '#888888', iconSrc: '' },
    schema: JSON.stringify([row('order', 'string'), row('amount', 'number')]),
    func: `await fetch('${origin}/refund/' + $amount, { method: 'POST' }); return 'Refunded ' + $amount`,
  })) as { id: string }
  const agent = {
    ...{ id: 'agent', name: 'agentAgentflow', label: 'Agent' },
    inputs: {
      ...{ agentModel: 'flowtillDemoModel', agentModelConfig: {}, agentEnableMemory: false },
      agentTools: [
        {
          agentSelectedTool: 'customTool',
          agentSelectedToolConfig: { selectedTool },
          agentSelectedToolRequiresHumanInput: true,
        },
      ],
      agentReturnResponseAs: 'assistantMessage',
    },
  }
  const flow = await create('Refunds', aControlFlow([start, agent], ['start -> agent']))
  const { executionId } = await ask(flow.id, 'Refund order: 1042, amount: 1240')
  await openWaiting()
  const other = await page.context().newPage()
  await other.goto(page.url())
  const approve = /^Approve/
  await other.getByRole('button', { name: approve }).waitFor()
  await page.getByLabel(/^amount/).fill('620')
  await page.getByRole('button', { name: 'Approve with 1 change' }).waitFor()
  expect(await violationsInBothSchemes(page, 'Proposed call', { isStrict: true })).toEqual([])

  // The answer of the other tab is under way while this one arrives.
  const late = await holdCalls(other, /executions\.waiting\.answer/)
  await other.getByRole('button', { name: approve }).click()
  await late.isReached
  await page.getByRole('button', { name: approve }).click()
  await page.getByText('Nothing waits for you').waitFor()
  await late.letGo()

  await waitForAnnouncement(other, 'Someone else has answered')
  await expect.poll(async () => (await detail(executionId)).state).toBe('finished')
  expect(received).toEqual(['/refund/620'])
  await page.goto(`${url}/app/executions/${executionId}`)
  await page.getByRole('region', { name: 'Answer' }).getByText(/620/).waitFor()
})

test('a call that was sent before a crash is settled by a person, and not made again', async () => {
  const { url, page, origin, received, hold, restart, create, openWaiting, detail } = await openOffice()
  const http = {
    ...{ id: 'http', name: 'httpAgentflow', label: 'Book pickup' },
    inputs: { method: 'POST', url: `${origin}/pickup`, responseType: 'json' },
  }
  const flow = await create('Courier', aControlFlow([start, http, reply], ['start -> http', 'http -> reply']))
  hold()
  // Its server dies before the answer.
  const asked = page.evaluate(
    ([id, token]) =>
      fetch(`/api/v1/prediction/${id}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ question: 'Book a pickup', chatId: 'courier' }),
      }).then(
        () => undefined,
        () => undefined,
      ),
    [flow.id, await page.evaluate(() => localStorage.getItem('token'))] as const,
  )
  await expect.poll(() => received.length).toBe(1)
  await restart()
  await asked

  await openWaiting()
  await page.getByRole('heading', { name: 'Did this call happen?' }).waitFor()
  const submit = page.getByRole('button', { name: 'Choose what happened' })
  expect(await submit.isDisabled()).toBe(true)
  for (const choice of ['It happened', 'It did not happen, call again', 'Give up']) {
    await page.getByRole('radio', { name: choice }).waitFor()
  }
  await page.getByRole('radio', { name: 'It happened' }).check({ force: true })
  await page.getByLabel(/^Result/).fill('{"pickup": 7}')
  await page.getByRole('button', { name: 'Continue, it happened' }).click()

  await page.getByText('Nothing waits for you').waitFor()
  const [execution] = (
    await request<{ items: { id: string }[] }>(page, 'executions.list', { flowId: flow.id })
  ).items
  const id = execution?.id ?? ''
  await expect.poll(async () => (await detail(id)).state).toBe('finished')
  expect(await detail(id)).toMatchObject({ answer: 'It is done.', recoveries: 1 })
  expect(received).toEqual(['/pickup'])
  await page.goto(`${url}/app/executions/${id}`)
  await page.getByText('Resumed once after a restart.').waitFor()
  expect(await isNothingHeld(page)).toBe(true)
})

test('the rounds of an iteration add up to the cost of its execution and of the account', async () => {
  const { url, page, create, ask, detail } = await openOffice()
  const customers = Array.from({ length: 12 }, (_, index) => `customer ${index + 1}`)
  const box = {
    ...{ id: 'box', name: 'iterationAgentflow', label: 'Each customer' },
    inputs: { iterationInput: JSON.stringify(customers), iterationParallel: 3 },
  }
  const write = {
    ...{ id: 'write', name: 'llmAgentflow', label: 'Write', parentNode: 'box' },
    inputs: {
      ...{ llmModel: 'flowtillDemoModel', llmModelConfig: {}, llmReturnResponseAs: 'assistantMessage' },
      llmMessages: [{ role: 'user', content: 'Say hello to {{ $iteration }}.' }],
    },
  }
  const flow = await create('Letters', aControlFlow([start, box, write], ['start -> box']))
  const balance = async () => (await request<{ balance: number }>(page, 'wallet.get', {})).balance
  const before = await balance()
  const { executionId } = await ask(flow.id, 'Write the letters')

  const { visits, costMicro } = await detail(executionId)
  const rounds = visits.filter(({ nodeId }) => nodeId === 'write')
  expect(rounds).toHaveLength(12)
  expect(rounds.reduce((sum, visit) => sum + visit.costMicro, 0)).toBe(costMicro)
  expect(Math.round((before - (await balance())) * 1_000_000)).toBe(costMicro)

  await page.goto(`${url}/app/executions/${executionId}`)
  const steps = page.getByRole('list', { name: 'Steps' })
  await steps.getByRole('button', { name: 'Item 5', exact: true }).click()
  await page
    .getByRole('region', { name: 'Write' })
    .getByText(/customer 5/)
    .first()
    .waitFor()
})
