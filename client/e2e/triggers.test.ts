import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { aControlFlow } from '#server/testing/run-test-program.ts'
import type { SavedFlow } from '#shared/flows.ts'
import { still, violationsInBothSchemes } from './axe.ts'
import { callAs, openBrowser, registerOnScreen } from './browser.ts'
import { request } from './journey-canvas.ts'
import { startProductToKill } from './start-product.ts'

const { openPage } = openBrowser()

const llm = {
  ...{ id: 'llm', name: 'llmAgentflow', label: 'Write' },
  inputs: { llmModel: 'flowtillDemoModel', llmModelConfig: {}, llmReturnResponseAs: 'assistantMessage' },
}

async function openOffice(inputsNow: () => object) {
  const product = await startProductToKill()
  const { page, complaints } = await openPage(still)
  await registerOnScreen(page, product.url)
  const start = { id: 'start', name: 'startAgentflow', label: 'Start', inputs: { ...inputsNow() } }
  const { id } = (await callAs(page, 'POST', '/chatflows', {
    ...{ name: 'Report', type: 'AGENTFLOW' },
    flowData: JSON.stringify(aControlFlow([start, llm], ['start -> llm'])),
  })) as SavedFlow
  const open = async () => {
    await page.goto(`${product.url}/app/agentflows/${id}/triggers`)
    await page.getByRole('heading', { level: 1, name: 'Schedule and webhook' }).waitFor()
  }
  const listen = async () => {
    const listening = page.getByRole('switch', { name: 'Listening' })
    await listening.click({ force: true })
    await expect.poll(() => listening.isChecked()).toBe(true)
  }
  const balance = async () => (await request<{ balance: number }>(page, 'wallet.get', {})).balance
  const rows = () => page.getByRole('table', { name: 'Log' }).getByRole('row')
  return { ...product, page, complaints, id, open, listen, balance, rows }
}

const schedule = (cron: string, timezone: string) => ({
  ...{ startInputType: 'scheduleInput', scheduleType: 'cronExpression', scheduleInputMode: 'text' },
  ...{ scheduleDefaultInput: 'Write the report', scheduleCronExpression: cron, scheduleTimezone: timezone },
})

/** Time enough to switch a schedule on before its first run, also on a busy machine. */
const SOON_MS = 5 * 60_000

test('a schedule shows its next runs; a run missed while the server was down is made up for once, at its owner’s expense', async () => {
  const { restart, page, complaints, open, listen, balance, rows } = await openOffice(() => {
    const soon = new Date(Date.now() + SOON_MS)
    return schedule(`${soon.getUTCSeconds()} ${soon.getUTCMinutes()} * * * *`, 'UTC')
  })
  await open()
  await page.getByText('Run once', { exact: true }).click()
  await expect.poll(() => page.getByRole('radio', { name: 'Run once' }).isChecked()).toBe(true)
  await listen()
  const before = await balance()

  await restart(SOON_MS)

  await open()
  await expect.poll(() => rows().count(), { timeout: 20_000 }).toBe(2)
  await rows().nth(1).getByText('Succeeded').waitFor()
  expect(await balance()).toBeLessThan(before)
  expect(await violationsInBothSchemes(page, 'Triggers', { isStrict: true })).toEqual([])
  await rows().nth(1).getByRole('link', { name: 'Open execution' }).click()
  await page.getByRole('list', { name: 'Steps' }).getByRole('button', { name: 'Write' }).waitFor()
  expect(complaints.filter((text) => !/Failed to (load resource|fetch)|ERR_/.test(text))).toEqual([])
})

test('a schedule of weekdays in Istanbul is shown in its own time, and switched on from the canvas', async () => {
  const { url, id, page, open } = await openOffice(() => schedule('30 8 * * 1-5', 'Europe/Istanbul'))

  await open()

  const next = page.getByRole('list', { name: 'Next runs' }).getByRole('listitem')
  await expect.poll(() => next.count()).toBe(5)
  for (const line of await next.allInnerTexts()) {
    expect(line).toMatch(/^(Mon|Tue|Wed|Thu|Fri), .*08:30 (GMT\+3|TRT)/)
  }
  await page.goto(`${url}/agentcanvas/${id}`)
  await page.getByRole('link', { name: 'Schedule off' }).waitFor()
  await page.getByRole('switch', { name: 'Schedule' }).focus()
  await page.keyboard.press('Space')
  await page.getByText(/^next .*08:30/).waitFor()
  await page.getByRole('link', { name: 'Schedule on' }).click()
  await page.getByRole('heading', { level: 1, name: 'Schedule and webhook' }).waitFor()
  expect(await page.getByRole('switch', { name: 'Listening' }).isChecked()).toBe(true)
})

test('a signed webhook is accepted once per delivery, and not at all when it is switched off', async () => {
  const { url, page, id, open, listen, rows } = await openOffice(() => ({
    ...{ startInputType: 'webhookTrigger', webhookMethod: 'POST', webhookResponseMode: 'async' },
    ...{ webhookEnableAuth: true, webhookSignatureHeader: 'X-Signature' },
  }))
  await open()
  await page.getByRole('button', { name: 'Create secret' }).click()
  const secret = await page.getByLabel('New secret').inputValue()
  await listen()
  const body = '{"order":7}'
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  const send = (headers: Record<string, string>) =>
    fetch(`${url}/api/v1/webhook/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })

  expect((await send({ 'x-signature': `sha256=${'0'.repeat(64)}` })).status).toBe(401)
  const first = await send({ 'x-signature': signature, 'x-github-delivery': 'one' })
  expect(first.status).toBe(202)
  const { executionId } = (await first.json()) as { executionId?: string }
  expect(executionId).toMatch(/^[0-9a-f-]{36}$/)
  const again = await send({ 'x-signature': signature, 'x-github-delivery': 'one' })
  expect(await again.json()).toMatchObject({ executionId })

  await open()
  await rows().nth(1).getByText('Succeeded').waitFor()
  expect(await rows().count()).toBe(2)
  await page.getByRole('switch', { name: 'Listening' }).click({ force: true })
  await expect.poll(async () => (await send({ 'x-signature': signature })).status).toBe(404)
})
