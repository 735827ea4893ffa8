import { expect, test } from 'vitest'
import { aControlFlow } from '#server/testing/run-test-program.ts'
import type { SavedFlow } from '#shared/flows.ts'
import { still, violationsInBothSchemes } from './axe.ts'
import { callAs, openBrowser, signInAdmin, waitForAnnouncement } from './browser.ts'

const { openPage } = openBrowser()

const reply = (id: string, directReplyMessage: string) => ({
  ...{ id, name: 'directReplyAgentflow', label: id },
  inputs: { directReplyMessage },
})

const refundFlow = aControlFlow(
  [
    { id: 'start', name: 'startAgentflow', label: 'Start' },
    {
      ...{ id: 'check', name: 'humanInputAgentflow', label: 'Check' },
      inputs: {
        humanInputDescriptionType: 'fixed',
        humanInputDescription: 'Refund {{ question }}?',
        humanInputEnableFeedback: true,
      },
    },
    reply('Refund', 'Refunded.'),
    reply('Keep', 'Kept.'),
  ],
  ['start -> check', 'check:0 -> Refund', 'check:1 -> Keep'],
)

test('a run waits, is approved in Waiting for you, shows its steps, and is shared and opened signed out', async () => {
  const { page, url, complaints } = await openPage(still)
  await signInAdmin(page, url, '/api/v1/ping')
  const name = `Refund desk ${process.pid}`
  const flow = (await callAs(page, 'POST', '/chatflows', {
    ...{ name, type: 'AGENTFLOW', flowData: JSON.stringify(refundFlow) },
  })) as SavedFlow
  const { executionId } = (await callAs(page, 'POST', `/prediction/${flow.id}`, {
    ...{ question: 'order 7', chatId: 'desk' },
  })) as { executionId: string }

  await page.goto(`${url}/app/executions`)
  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByText('Waiting').waitFor()
  await page
    .getByText(/waits? for you$/)
    .first()
    .waitFor({ state: 'attached' })
  expect(await violationsInBothSchemes(page, 'Executions')).toEqual([])

  // Tabs and requests by keyboard alone.
  await page.getByRole('tab', { name: 'All executions' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: new RegExp(`Refund order 7.*${name}`) }).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name })
  await panel.getByRole('heading', { name: 'Refund order 7?' }).waitFor()
  expect(await violationsInBothSchemes(page, 'Waiting for you', { isStrict: true })).toEqual([])
  await panel.getByLabel('Feedback').fill('Half of it')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await waitForAnnouncement(page, 'Answer sent. The execution continues.')

  await page.goto(`${url}/app/executions/${executionId}`)
  const steps = page.getByRole('list', { name: 'Steps' })
  await steps.getByRole('button', { name: 'Refund' }).waitFor()
  await page.getByRole('region', { name: 'Answer' }).getByText('Refunded.').waitFor()
  await steps.getByRole('button', { name: 'Check' }).click()
  await page
    .getByRole('region', { name: 'Check' })
    .getByText(/^Approved, by the owner/)
    .first()
    .waitFor()
  expect(await violationsInBothSchemes(page, 'Execution', { isStrict: true })).toEqual([])

  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share this execution' })
  await dialog.getByRole('switch', { name: 'Public link' }).click({ force: true })
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue()

  const visitor = await openPage({ ...still, viewport: { width: 390, height: 844 } })
  await visitor.page.goto(new URL(new URL(link).pathname, url).href)
  await visitor.page.getByRole('heading', { name: `Execution of ${name}` }).waitFor()
  await visitor.page.getByRole('region', { name: 'Answer' }).getByText('Refunded.').waitFor()
  expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  )
  expect(await violationsInBothSchemes(visitor.page, 'Shared execution', { isStrict: true })).toEqual([])
  expect([...complaints, ...visitor.complaints]).toEqual([])
})
