import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callAs, openBrowser, openCanvas, register, untilFocused } from './browser.ts'

const { openPage } = openBrowser()

const focusedName = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    return `${focused?.getAttribute('aria-label') ?? ''} ${focused?.textContent ?? ''}`
  })

async function tabTo(page: Page, name: RegExp) {
  for (let presses = 0; presses < 80; presses += 1) {
    if (name.test(await focusedName(page))) {
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never came to ${name}; it stands on ${await focusedName(page)}.`)
}

async function addByKeys(page: Page, kind: string) {
  await tabTo(page, /^\s*Add node$/)
  await page.keyboard.press('Enter')
  await untilFocused(page.getByRole('dialog').getByRole('combobox'))
  await page.keyboard.type(kind)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: new RegExp(`^${kind}, `) }).waitFor()
}

/** Waits for the option and chooses it by Enter. */
async function chooseByKeys(page: Page, name: RegExp) {
  await page.getByRole('option', { name }).waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('role')))
    .toMatch(/listbox|combobox/)
  await page.keyboard.press('Enter')
}

const outlined = (page: Page, kind: string) => page.getByRole('button', { name: new RegExp(`^${kind}, `) })

test('the example flow is built from the outline with the keyboard alone', async () => {
  const { page, url, complaints } = await openPage()
  await register(page, url, '/app/credentials')
  await openCanvas(page, url)

  await page.keyboard.press('F6')
  await page.keyboard.press('F6')
  await tabTo(page, /Add nodes$/)
  await page.keyboard.press('ArrowRight')
  // Loaded on demand; Tab would pass over it before.
  await page.getByTestId('outline').waitFor()
  for (const kind of ['Conversation Chain', 'Flowtill Demo', 'Buffer Memory']) {
    await addByKeys(page, kind)
  }

  await outlined(page, 'Conversation Chain').focus()
  await page.keyboard.press('ArrowRight')
  await tabTo(page, /^Connect Chat Model/)
  await page.keyboard.press('Enter')
  await chooseByKeys(page, /Flowtill Demo/)
  await outlined(page, 'Conversation Chain').focus()
  await tabTo(page, /^Connect Memory/)
  await page.keyboard.press('Enter')
  await chooseByKeys(page, /Buffer Memory/)

  await expect.poll(() => page.getByTestId('checklist-count').getAttribute('data-tone')).toBe('ready')
  await outlined(page, 'Buffer Memory').focus()
  await page.keyboard.press('F2')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  await page.keyboard.type('Past')
  await page.keyboard.press('Enter')
  await outlined(page, 'Past').waitFor()
  await outlined(page, 'Past').focus()
  await page.keyboard.press('Delete')
  await expect.poll(() => outlined(page, 'Past').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('on a phone the outline is shown first, and the flow is built by touch', async () => {
  const { page, url, complaints } = await openPage({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  await register(page, url, '/canvas')
  await page.getByTestId('outline').waitFor()

  for (const kind of ['Conversation Chain', 'Flowtill Demo', 'Buffer Memory']) {
    await page.locator('.phone-foot').getByRole('button', { name: 'Add node', exact: true }).tap()
    await page.getByRole('dialog').getByRole('combobox').fill(kind)
    await page.getByRole('dialog').getByRole('option').first().tap()
    await outlined(page, kind).waitFor()
  }
  await outlined(page, 'Conversation Chain').tap()
  for (const [input, kind] of [
    ['Chat Model', 'Flowtill Demo'],
    ['Memory', 'Buffer Memory'],
  ] as const) {
    await page
      .locator('.outline .link-list li')
      .filter({ hasText: input })
      .first()
      .getByText('Connect to')
      .tap()
    await page.getByRole('option', { name: new RegExp(kind) }).tap()
  }

  await expect.poll(() => page.getByTestId('checklist-count').getAttribute('data-tone')).toBe('ready')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.getByRole('tab', { name: 'Canvas' }).tap()
  await page.getByTestId('node-conversationChain_0').waitFor()
  expect(complaints).toEqual([])
})

test('issues are shown and fixed from the list, and validation reports the same ones', async () => {
  const { page, url, complaints } = await openPage()
  await register(page, url, '/app/credentials')
  const nodes = [
    {
      id: 'conversationChain_0',
      type: 'customNode',
      position: { x: 0, y: 0 },
      data: { name: 'conversationChain', label: 'Desk', inputs: {} },
    },
    {
      id: 'flowtillDemoModel_0',
      type: 'customNode',
      position: { x: -500, y: 0 },
      data: { name: 'flowtillDemoModel', label: 'Demo', inputs: {} },
    },
  ]
  const body = { name: 'Broken', type: 'CHATFLOW', flowData: JSON.stringify({ nodes, edges: [] }) }
  const { id } = await callAs(page, 'POST', '/chatflows', body)
  const issues = await callAs(page, 'GET', `/validation/${id}`)
  expect(issues.find((issue: { id: string }) => issue.id === 'conversationChain_0').issues).toContain(
    'Chat Model is required',
  )

  await page.goto(`${url}/canvas/${id}`)
  await page.getByTestId('checklist-count').click()
  const list = page.getByTestId('checklist')
  await list.getByText('Chat Model has no link.').click()
  await expect
    .poll(() => page.getByTestId('node-conversationChain_0').getAttribute('data-selected'))
    .not.toBeNull()
  const row = list.getByRole('listitem').filter({ hasText: 'Chat Model has no link.' })
  await row.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('dialog').getByRole('option', { name: /Demo/ }).click()
  await expect.poll(() => list.getByText('Chat Model has no link.').count()).toBe(0)
  expect(complaints).toEqual([])
})
