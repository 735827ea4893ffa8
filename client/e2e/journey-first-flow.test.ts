import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { FlowEdge } from '#shared/flow-file.ts'
import { atRest, callAs, openBrowser, openCanvas, register, waitForAnnouncement } from './browser.ts'
import {
  add,
  card,
  cards,
  chooseInMenu,
  connectByKeys,
  draftOf,
  drag,
  focusCanvas,
  middleOf,
  type Place,
  saveState,
  untilStill,
  wires,
} from './journey-canvas.ts'

const { openPage } = openBrowser()

test('a new flow is created, fixed from its checklist, filled in, saved, priced, and exported as an image', async () => {
  const { page, url, complaints } = await openPage({ reducedMotion: 'reduce' })
  await register(page, url)
  await page.getByRole('heading', { name: 'Start with a question your users ask' }).waitFor()
  await page
    .getByRole('link', { name: 'Create a flow' })
    .or(page.getByRole('button', { name: 'Create a flow' }))
    .click()
  await page.waitForURL('**/canvas')
  const canvas = page.getByRole('application')
  await canvas.waitFor()
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Untitled chatflow')
  await atRest(page)

  await untilStill(page)
  await page.mouse.dblclick(900, 745)
  await page.locator('.quick-add').getByRole('combobox').fill('conversation')
  await page
    .locator('.quick-add')
    .getByRole('option', { name: /^Conversation Chain/ })
    .waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await add(page, 'conversation chain')
  const chain = card(page, 'conversationChain_0')
  await chain.waitFor()
  await canvas.getByText('Added “Conversation Chain”').waitFor({ state: 'attached' })
  const box = await chain.boundingBox()
  expect(Math.abs((box?.x ?? 0) - 900)).toBeLessThan((box?.width ?? 0) + 20)
  await expect.poll(() => page.getByTestId('checklist-count').innerText()).toContain('2')
  await page.getByTestId('checklist-count').click()
  await page.getByTestId('checklist').getByText('Chat Model has no link.').click()
  await expect.poll(() => chain.getAttribute('data-selected')).not.toBeNull()
  await expect
    .poll(() =>
      page.evaluate(
        () => document.activeElement?.getAttribute('data-testid') ?? document.activeElement?.outerHTML,
      ),
    )
    .toContain('conversationChain_0-input-model-')

  await chain.getByRole('button', { name: 'Connect Chat Model', exact: true }).click()
  await page.locator('.quick-add').getByRole('option').first().waitFor()
  expect(
    await page
      .locator('.quick-add')
      .getByRole('option', { name: /^Buffer Memory/ })
      .count(),
  ).toBe(0)
  await add(page, 'openai custom')
  const model = card(page, 'chatOpenAICustom_0')
  await model.waitFor()
  expect((await middleOf(model)).x).toBeLessThan((await middleOf(chain)).x)
  await saveState(page).toBe('saved')
  const inputsOf = async (id: string) =>
    (await draftOf(page)).nodes.find((node) => node.id === id)?.data.inputs
  await expect
    .poll(async () => (await inputsOf('conversationChain_0'))?.model)
    .toBe('{{chatOpenAICustom_0.data.instance}}')

  await focusCanvas(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('1')
  const output = page.locator('[data-testid^="port-chatOpenAICustom_0-output-"]')
  const memory = page.locator('[data-testid^="port-conversationChain_0-input-memory-"]')
  await drag(page, await middleOf(output), await middleOf(memory))
  await page.getByText('Needs Memory, got Chat model').waitFor()
  await expect.poll(() => wires(page)).toHaveLength(1)
  const from = await middleOf(output)
  await drag(page, from, { x: from.x + 20, y: from.y + 260 })
  await page.locator('.quick-add').getByRole('combobox').fill('memory')
  await page
    .locator('.quick-add')
    .getByRole('option', { name: /^Conversation Summary Memory/ })
    .waitFor()
  await page
    .locator('.quick-add')
    .getByRole('option', { name: /^Buffer Memory/, disabled: true })
    .waitFor()
  await page.keyboard.press('Escape')

  await focusCanvas(page)
  await page.keyboard.press('a')
  await add(page, 'buffer memory')
  await card(page, 'bufferMemory_0').focus()
  await connectByKeys(page, /Conversation Chain/)
  await expect.poll(() => wires(page)).toContain('Buffer Memory → Conversation Chain: Memory')

  // A number with a comma, a credential created in place, and its key never returned by the server.
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    // A stream does not end.
    const isUnstreamed = !response.headers()['content-type']?.includes('event-stream')
    if (isUnstreamed && /\/(trpc|api)\//.test(response.url())) {
      bodies.push(response.text().catch(() => ''))
    }
  })
  await model.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Side panel' }).or(page.getByRole('tabpanel')).last()
  await panel.getByRole('textbox', { name: 'Model Name' }).fill('gpt-4o-mini')
  const temperature = panel.getByRole('spinbutton', { name: 'Temperature' })
  await temperature.fill('3')
  await panel.getByText('At most 2').waitFor()
  await temperature.fill('0,4')
  await temperature.press('Enter')
  await expect.poll(async () => (await inputsOf('chatOpenAICustom_0'))?.temperature).toBe(0.4)
  await panel.getByRole('combobox', { name: /credential/i }).click()
  await page.getByText('Create new…').click()
  const credential = page.getByRole('dialog', { name: /^New credential/ })
  await credential.getByLabel('Name', { exact: true }).fill('House key')
  await credential.getByLabel('OpenAI API Key').fill('sk-never-seen-again')
  await credential.getByRole('button', { name: 'Add credential' }).click()
  await waitForAnnouncement(page, 'House key saved and selected.')
  await panel.getByText('House key').waitFor()
  expect((await Promise.all(bodies)).join(' ')).not.toContain('sk-never-seen-again')

  await panel.getByRole('button', { name: /^More settings/ }).click()
  const longest = panel.getByRole('spinbutton', { name: 'Max Tokens' })
  await longest.fill('300')
  await longest.press('Enter')
  await model.getByText(/^1 of \d+ changed$/).waitFor()
  await panel.getByRole('button', { name: 'Reset Max Tokens' }).click()
  await expect.poll(() => model.getByText(/of \d+ changed$/).count()).toBe(0)
  await expect.poll(() => longest.inputValue()).toBe('')

  await chain.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  const prompt = panel.getByRole('textbox', { name: 'System Message' })
  await prompt.fill('x')
  for (let press = 0; press < 6; press += 1) {
    await prompt.press('Backspace')
  }
  await expect.poll(() => prompt.inputValue()).toBe('')
  await chain.waitFor()
  await prompt.pressSequentially('Answer {{')
  const variables = page.getByRole('listbox', { name: 'Variables' })
  await variables.getByRole('option', { name: 'question' }).waitFor()
  await variables.getByRole('option', { name: /chat_history/ }).waitFor()
  await page.keyboard.type('quest')
  await page.keyboard.press('Enter')
  await expect.poll(() => prompt.inputValue()).toBe('Answer {{question}}')
  await panel.getByRole('button', { name: 'Open System Message in a larger editor' }).click()
  const large = page.getByRole('dialog', { name: 'System Message' })
  await large.getByRole('textbox', { name: 'System Message' }).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' in **one** word.')
  await large.getByRole('tab', { name: 'Preview' }).click()
  await large.locator('strong').filter({ hasText: 'one' }).waitFor()
  await large.getByRole('textbox', { name: 'System Message' }).click()
  await page.keyboard.press('Control+Enter')
  await large.waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await inputsOf('conversationChain_0'))?.systemMessagePrompt)
    .toBe('Answer {{question}} in **one** word.')

  await focusCanvas(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Flow name' }).fill('Support bot')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await inputsOf('chatOpenAICustom_0'))?.maxTokens ?? '').toBe('')
  await saveState(page).toBe('saved')
  await page.waitForURL('**/canvas/*')
  await expect.poll(() => page.title()).toContain('Support bot')
  const retained = await draftOf(page)
  await page.reload()
  await chain.waitFor()
  await page.getByRole('button', { name: 'Support bot', exact: true }).waitFor()
  await expect.poll(() => draftOf(page)).toEqual(retained)
  await expect.poll(() => wires(page)).toHaveLength(2)

  await expect.poll(() => page.getByTestId('cost-chip').innerText()).toMatch(/≈ \$0\.\d+/)
  await page.getByTestId('cost-chip').click()
  const costs = page.getByRole('dialog', { name: 'Cost of a message' })
  await costs.getByText('OpenAI Custom Model', { exact: true }).waitFor()
  await costs.getByText('own key').waitFor()
  await page.keyboard.press('Escape')

  const download = page.waitForEvent('download')
  await chooseInMenu(page, 'Export JSON')
  const file = readFileSync(await (await download).path(), 'utf8')
  const exported = JSON.parse(file)
  const stored = await callAs(page, 'GET', '/credentials')
  const { id: credentialId } = stored.find(({ name }: { name: string }) => name === 'House key')
  expect(JSON.stringify(retained)).toContain(credentialId)
  expect(file).not.toContain(credentialId)
  expect(
    exported.edges.map(({ id, type, sourceHandle, targetHandle }: FlowEdge) => [
      id,
      type,
      sourceHandle,
      targetHandle,
    ]),
  ).toEqual(
    retained.edges.map(({ id, type, sourceHandle, targetHandle }) => [id, type, sourceHandle, targetHandle]),
  )

  await chain.focus()
  await page.keyboard.press('Enter')
  await chooseInMenu(page, 'Keyboard shortcuts')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Delete')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'detached' })
  await expect.poll(() => cards(page).count()).toBe(3)
  const dialog = page.getByRole('dialog', { name: 'Export as image' })
  const exportAs = async (format: 'PNG' | 'SVG') => {
    await page.getByRole('button', { name: 'Flow actions' }).click()
    await page.getByRole('menuitem', { name: 'Export image…' }).click()
    await dialog.getByRole('radio', { name: format }).check({ force: true })
    const size = /(\d+) × (\d+) px/
    await expect.poll(() => dialog.innerText()).toMatch(size)
    const [, width, height] = size.exec(await dialog.innerText()) ?? []
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    const file = readFileSync(await (await download).path())
    await dialog.waitFor({ state: 'detached' })
    return { file, width: Number(width), height: Number(height) }
  }

  const png = await exportAs('PNG')
  // Width and height follow the signature and the name of the first chunk.
  expect(png.file.subarray(1, 4).toString()).toBe('PNG')
  expect([png.file.readUInt32BE(16), png.file.readUInt32BE(20)]).toEqual([png.width, png.height])
  const svg = await exportAs('SVG')
  const text = svg.file.toString()
  expect(text).toContain(`width="${svg.width}" height="${svg.height}"`)
  expect(text).toContain('Conversation Chain')
  expect(text).toContain('Buffer Memory')
  expect(complaints).toEqual([])
})

test('the end of a wire is moved to another input; an occupied input offers to replace its wire', async () => {
  const { page, url, complaints } = await openPage()
  await register(page, url, '/app/credentials')
  await openCanvas(page, url)
  await focusCanvas(page)
  for (const words of ['flowtill demo', 'conversation chain', 'conversation chain']) {
    await page.keyboard.press('/')
    await add(page, words)
    await focusCanvas(page)
  }
  await page.keyboard.press('Shift+Alt+t')
  await page.getByRole('button', { name: /^Undo: tidy/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('1')
  const input = (chain: number) =>
    page.locator(`[data-testid^="port-conversationChain_${chain}-input-model-"]`)
  const source = (chain: number, label: string) =>
    card(page, `conversationChain_${chain}`).getByRole('button', { name: `Disconnect ${label}`, exact: true })
  const output = page.locator('[data-testid^="port-flowtillDemoModel_0-output-"]')

  await drag(page, await middleOf(output), await middleOf(input(0)))
  await source(0, 'Flowtill Demo').waitFor()
  await drag(page, await endOfWire(page), await middleOf(input(1)))
  await source(1, 'Flowtill Demo').waitFor()
  await expect.poll(() => wires(page)).toHaveLength(1)

  await page.keyboard.press('Escape')
  await card(page, 'flowtillDemoModel_0').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+d')
  const other = page.locator('[data-testid^="port-flowtillDemoModel_1-output-"]')
  await drag(page, await middleOf(other), await middleOf(input(1)))
  const question = page.getByRole('dialog', { name: 'This input already has a link.' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await source(1, 'Flowtill Demo').waitFor()
  await expect.poll(() => wires(page)).toHaveLength(1)
  await drag(page, await middleOf(other), await middleOf(input(1)))
  await question.getByRole('button', { name: 'Replace', exact: true }).click()

  await source(1, 'Flowtill Demo 2').waitFor()
  await expect.poll(() => wires(page)).toHaveLength(1)
  expect(complaints).toEqual([])
})

/** The drag point of the only wire's end, beside its port. */
async function endOfWire(page: Page): Promise<Place> {
  const { x, y } = await middleOf(page.locator('.react-flow__edgeupdater-target'))
  return { x: x - 4, y }
}
