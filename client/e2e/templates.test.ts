import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openBrowser, register, signInAdmin, waitForAnnouncement } from './browser.ts'
import { chooseInMenu, drag, middleOf } from './journey-canvas.ts'

const { openPage } = openBrowser()

const heads = (page: Page) => page.locator('.template-card h2').allInnerTexts()

/** Drops a file on the page as from another application. */
async function dropFile(page: Page, name: string, text: string) {
  const dataTransfer = await page.evaluateHandle(
    ([name, text]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], name, { type: 'application/json' }))
      return transfer
    },
    [name, text] as const,
  )
  const place = page.getByRole('heading', { level: 1 })
  await place.dispatchEvent('dragenter', { dataTransfer })
  await place.dispatchEvent('dragover', { dataTransfer })
  await place.dispatchEvent('drop', { dataTransfer })
}

test('an admin finds a template, previews it, uses it, saves it as a custom template and deletes it', async () => {
  const { page, url, complaints } = await openPage()
  await signInAdmin(page, url, '/app/flow-templates')
  await page.getByRole('heading', { level: 1, name: 'Flow Templates' }).waitFor()
  await expect.poll(async () => (await heads(page)).length).toBeGreaterThanOrEqual(5)
  const shown = page.getByRole('search').getByRole('status')
  await expect.poll(() => shown.innerText()).toMatch(/^\d+ templates$/)
  const all = await shown.innerText()
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'ChatFlow', exact: true }).click()
  await page.getByRole('combobox', { name: 'Use case' }).click()
  await page.getByRole('option', { name: 'Support', exact: true }).click()
  await expect.poll(() => shown.innerText()).toMatch(/^\d+ of \d+ templates$/)
  await expect.poll(async () => (await heads(page)).length).toBe(Number.parseInt(await shown.innerText(), 10))
  await page.getByRole('searchbox').fill('no such words')
  await page.getByText('No matching templates').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect.poll(() => shown.innerText()).toBe(all)
  await page.getByRole('searchbox').fill('translate and check')
  await expect.poll(() => heads(page)).toEqual(['Translate and check'])

  await page.getByRole('link', { name: 'Translate and check' }).click()
  await page.getByRole('heading', { name: 'What it needs' }).waitFor()
  await page.getByText('No key needed').first().waitFor()
  await page.getByRole('link', { name: 'View on canvas' }).click()
  await page.waitForURL('**/marketplace/*')
  await page.getByTestId('node-llmChain_1').waitFor()
  const place = await middleOf(page.getByTestId('node-llmChain_1'))
  const other = await middleOf(page.getByTestId('node-llmChain_0'))
  await drag(page, place, { x: place.x + 90, y: place.y + 40 })
  const [moved, otherMoved] = [
    await middleOf(page.getByTestId('node-llmChain_1')),
    await middleOf(page.getByTestId('node-llmChain_0')),
  ]
  expect(moved.x - otherMoved.x).toBeCloseTo(place.x - other.x, 0)
  await expect.poll(() => page.getByTestId('save-state').count()).toBe(0)
  await page.keyboard.press('Delete')
  await expect.poll(() => page.getByTestId('node-llmChain_1').count()).toBe(1)

  await page.getByRole('button', { name: 'Use template' }).click()
  await page.getByRole('textbox', { name: /^Name/ }).fill('My translator')
  await page.getByRole('button', { name: 'Create flow' }).click()
  await page.waitForURL('**/canvas/*')
  await page.getByTestId('node-llmChain_1').waitFor()
  await expect.poll(() => page.getByTestId('checklist-count').getAttribute('data-tone')).toBe('ready')

  await page.getByTestId('chat-button').click()
  const write = page.getByRole('textbox', { name: /message/i })
  await write.fill('The plate is broken.')
  await write.press('Enter')
  await expect.poll(() => page.getByRole('log').getByRole('article').count()).toBeGreaterThan(1)

  await page.getByRole('button', { name: 'Flow actions' }).click()
  await page.getByRole('menuitem', { name: /Save as template/ }).click()
  await page.getByRole('textbox', { name: /^Name/ }).fill('')
  await page.getByRole('button', { name: 'Save template' }).click()
  await page.getByText('Enter a name').waitFor()
  await page.getByRole('textbox', { name: /^Name/ }).fill('House translator')
  await page.getByRole('textbox', { name: 'What it does' }).fill('Two languages, checked twice.')
  await page.getByRole('textbox', { name: /^Badge/ }).fill('House')
  await page.getByRole('textbox', { name: /^Use cases/ }).fill('Support, Letters')
  await page.getByRole('button', { name: 'Save template' }).click()
  await waitForAnnouncement(page, '“House translator” saved to My templates.')

  await page.goto(`${url}/app/flow-templates`)
  await page.getByText(/^My templates/).click()
  const own = page.getByRole('listitem').filter({ hasText: 'House translator' })
  await own.getByText('House', { exact: true }).waitFor()
  await own.getByText('Two languages, checked twice.').waitFor()
  await page.getByRole('link', { name: 'House translator' }).click()
  await page.getByRole('button', { name: 'Delete template' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete template' }).click()
  await waitForAnnouncement(page, '“House translator” deleted.')
  await page.getByText(/^My templates/).click()
  await page.getByText('Save any flow as a template').waitFor()
  await page.getByRole('link', { name: 'Open ChatFlows' }).click()
  await page.waitForURL('**/app/chatflows')

  await page.getByRole('link', { name: 'My translator' }).first().waitFor()
  const strange = {
    id: 'oracleBone_0',
    type: 'customNode',
    position: { x: 0, y: 0 },
    data: {
      id: 'oracleBone_0',
      name: 'oracleBone',
      label: 'Oracle Bone',
      inputs: { crack: 'deep', depth: 3 },
    },
  }
  await dropFile(page, 'Strange Chatflow.json', JSON.stringify({ nodes: [strange], edges: [] }))
  const preview = page.getByRole('dialog', { name: 'Import a flow' })
  await preview.getByText('oracleBone').waitFor()
  await preview.getByRole('checkbox', { name: 'Keep as placeholder' }).waitFor()
  await preview.getByRole('button', { name: 'Create flow' }).click()
  await page.waitForURL('**/canvas/*')
  await page.getByTestId('node-oracleBone_0').getByText('Missing node type').waitFor()
  const download = page.waitForEvent('download')
  await chooseInMenu(page, 'Export JSON')
  const file = JSON.parse(readFileSync(await (await download).path(), 'utf8'))
  expect(file.nodes[0].data).toMatchObject(strange.data)
  expect(complaints).toEqual([])
})

test('an agent flow is started from its start node, which cannot be removed, and appears in its own list', async () => {
  const { page, url, complaints } = await openPage()
  await signInAdmin(page, url, '/agentcanvas')
  const start = page.getByTestId('node-startAgentflow_0')
  await start.click()
  await page.keyboard.press('Delete')
  await expect.poll(() => start.count()).toBe(1)
  expect(new URL(page.url()).pathname).toBe('/agentcanvas')
  await start.focus()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL('**/agentcanvas/*')

  await page.goto(`${url}/app/agentflows`)
  await page.getByRole('link', { name: 'Untitled agent flow' }).first().waitFor()
  expect(complaints).toEqual([])
})

test('users without admin rights have no gallery', async () => {
  const { page, url } = await openPage()
  await register(page, url, '/app/flow-templates')

  await page
    .getByRole('heading', { name: /admin/i })
    .or(page.getByText(/Admin access required/i))
    .first()
    .waitFor()
  await expect.poll(() => page.locator('.template-card').count()).toBe(0)
})
