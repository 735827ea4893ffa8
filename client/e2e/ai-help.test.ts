import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { still, violationsInBothSchemes } from './axe.ts'
import { openBrowser, openCanvas, register, signInAdmin, untilFocused } from './browser.ts'
import {
  add,
  card,
  cards,
  draftOf,
  focusCanvas,
  nothingToUndo,
  request,
  saveState,
} from './journey-canvas.ts'

const { openPage } = openBrowser()

const flowOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

async function statesOf(page: Page) {
  const { runs } = await request<{ runs: { state: string; until: string | null }[] }>(page, 'runs.list', {
    flowId: flowOf(page),
  })
  return runs.map(({ state, until }) => `${until} ${state}`)
}

test('an instruction is drafted for a text field, stopped, requested again, and applied with the keyboard alone', async () => {
  const { page, url, complaints } = await openPage(still)
  await register(page, url, '/app/credentials')
  await openCanvas(page, url)
  await focusCanvas(page)
  await page.keyboard.press('/')
  await add(page, 'conversation chain')
  await card(page, 'conversationChain_0').focus()
  await page.keyboard.press('i')
  await page.getByRole('button', { name: /^Open System Message in a larger editor/ }).click()
  const dialog = page.getByRole('dialog', { name: 'System Message' })
  // The editor focuses itself once loaded.
  await untilFocused(dialog.locator('.cm-content'))
  await dialog.getByRole('tab', { name: 'Variables' }).focus()
  await page.keyboard.press('End')
  const task = dialog.getByRole('textbox', { name: 'What should it do?' })
  await task.waitFor()
  await page.keyboard.press('Tab')
  await untilFocused(task)
  await expect
    .poll(() => dialog.getByRole('combobox', { name: 'Written by' }).innerText())
    .toMatch(/Default model/)

  await page.keyboard.type('Wait. [[sandbox latency=30000]]')
  await page.keyboard.press('Control+Enter')
  await dialog.getByText('The model is writing…').waitFor()
  await expect.poll(() => statesOf(page)).toEqual(['aiInstruction running'])
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await dialog.getByText('Stopped. You pay for the text received so far.').waitFor()
  await expect.poll(() => statesOf(page)).toEqual(['aiInstruction stopped'])

  await task.fill('Answers questions about returns. Asks for the order number.')
  await page.keyboard.press('Control+Enter')
  const draft = dialog.getByRole('region', { name: 'The draft is ready.' })
  await untilFocused(draft)
  await draft.getByText(/^This answer cost \$0\.0000\d\d, from your wallet\.$/).waitFor()
  expect(await violationsInBothSchemes(page, 'AI help')).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await untilFocused(draft.getByRole('button', { name: 'Replace text' }))
  await page.keyboard.press('Enter')
  await expect.poll(() => dialog.locator('.cm-content').innerText()).toContain('- Asks for the order number.')

  await page.keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
  await saveState(page).toBe('saved')
  expect(JSON.stringify(await draftOf(page))).toContain('- Asks for the order number.')
  await page.getByRole('button', { name: 'Undo: change “System Message”' }).click()
  await saveState(page).toBe('saved')
  expect(JSON.stringify(await draftOf(page))).not.toContain('order number')
  expect(complaints).toEqual([])
})

test('the steps of an agent flow are planned, previewed and inserted; one undo removes them', async () => {
  const { page, url, complaints } = await openPage(still)
  await signInAdmin(page, url, '/agentcanvas')
  await page.getByTestId('node-startAgentflow_0').waitFor()
  await page.getByRole('button', { name: 'Generate from a description…' }).click()
  const panel = page.getByRole('complementary', { name: 'Side panel' })
  await panel
    .getByRole('textbox', { name: 'What should the flow do?' })
    .fill('Look it up in the documents. Summarise what was found. A person approves it. Reply to the user.')
  await expect
    .poll(() => panel.getByRole('combobox', { name: 'Written by' }).innerText())
    .toMatch(/Default model/)
  await panel.getByRole('button', { name: 'Generate' }).click()

  const plan = panel.getByRole('region', { name: 'A plan of 5 steps and 4 links is ready.' })
  await untilFocused(plan)
  expect(await plan.getByRole('listitem').allInnerTexts()).toHaveLength(8)
  expect(await cards(page).count()).toBe(1)
  expect(await violationsInBothSchemes(page, 'generate')).toEqual([])

  await plan.getByRole('button', { name: 'Insert 4 steps' }).click()
  await expect.poll(() => cards(page).count()).toBe(5)
  await page.getByText('4 nodes selected').first().waitFor()
  await saveState(page).toBe('saved')
  const { nodes, edges } = await draftOf(page)
  expect(nodes.map(({ data }) => data.name)).toEqual([
    'startAgentflow',
    'retrieverAgentflow',
    'llmAgentflow',
    'humanInputAgentflow',
    'directReplyAgentflow',
  ])
  expect(edges).toHaveLength(4)
  expect(edges[0]).toMatchObject({ source: 'startAgentflow_0', target: 'retrieverAgentflow_0' })

  await page.getByRole('button', { name: 'Undo: insert 4 nodes' }).click()
  await expect.poll(() => cards(page).count()).toBe(1)
  expect(await nothingToUndo(page).count()).toBe(1)
  await saveState(page).toBe('saved')
  expect((await draftOf(page)).nodes).toHaveLength(1)
  expect(complaints).toEqual([])
})
