import { expect, test } from 'vitest'
import { still, violationsInBothSchemes } from './axe.ts'
import { openBrowser, registerOnScreen } from './browser.ts'

const { openPage } = openBrowser()

const fileOf = (name: string, text: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
})
const care = 'Glazed stoneware may go in the dishwasher at sixty degrees.'

async function openPools() {
  const opened = await openPage(still)
  const { page, url } = opened
  await registerOnScreen(page, url)
  await page.goto(`${url}/app/document-pools`)
  await page.getByRole('heading', { level: 1, name: 'Document Pools' }).waitFor()
  const choose = (files: ReturnType<typeof fileOf>[]) =>
    page.getByRole('main').locator('input[type="file"][multiple]').setInputFiles(files)
  return { ...opened, choose }
}

test('dropped files become a pool that answers with passages, and a flow that reads it', async () => {
  const { page, choose, complaints } = await openPools()
  await page.getByText('Drop files your bot should know').waitFor()
  expect(await violationsInBothSchemes(page, 'Empty pools', { isStrict: true })).toEqual([])

  await choose([
    fileOf('care.txt', care),
    fileOf('shipping.md', '# Shipping\n\nParcels leave on weekdays before four.'),
    fileOf('program.exe', 'MZ'),
  ])

  await page.getByRole('heading', { level: 1, name: 'My documents' }).waitFor()
  await page.getByText('This type of file cannot be read.').waitFor()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await row('care.txt').getByText('Ready', { exact: true }).waitFor()
  await row('shipping.md').getByText('Ready', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Take program.exe off the list' }).click()
  expect(await violationsInBothSchemes(page, 'Pool', { isStrict: true })).toEqual([])

  const ask = page.getByRole('region', { name: 'Ask the pool' })
  await ask.getByText('Search', { exact: true }).click()
  await ask.getByRole('textbox').fill('May stoneware go in the dishwasher?')
  await page.keyboard.press('Enter')
  await ask.getByRole('list', { name: 'Passages' }).getByText('care.txt').click()
  const source = page.getByRole('dialog', { name: 'care.txt' })
  await source.getByText(care).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => source.count()).toBe(0)

  await ask.getByText('Ask', { exact: true }).click()
  await ask.getByRole('textbox').fill('May stoneware go in the dishwasher?')
  await page.keyboard.press('Enter')
  await expect.poll(() => ask.getByText(/tokens, /).count()).toBe(2)

  await page.getByRole('button', { name: 'Use in a flow' }).click()
  await page.waitForURL(/\/canvas\//)
  await page
    .getByRole('group', { name: /Document Pool/ })
    .or(page.getByText('Document Pool').first())
    .first()
    .waitFor()
  expect(complaints).toEqual([])
})

test('web pages and texts are added, renamed and removed by keyboard', async () => {
  const { page, complaints } = await openPools()
  await page.getByRole('button', { name: 'Add text' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add text' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Opening hours')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Open from ten to six.')
  await page.keyboard.press('Control+Enter')
  const row = page.getByRole('row').filter({ hasText: 'Opening hours' })
  await row.getByText('Ready', { exact: true }).waitFor()

  await row.getByRole('button', { name: 'Actions for Opening hours' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Rename' }).press('Enter')
  await page.getByRole('dialog', { name: 'Rename source' }).getByRole('textbox').fill('Hours')
  await page.keyboard.press('Enter')
  const renamed = page.getByRole('row').filter({ hasText: 'Hours' })
  await renamed.getByRole('button', { name: 'Actions for Hours', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'Remove' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await page.getByText('No sources yet').waitFor()

  await page.getByRole('button', { name: 'Add URL' }).press('Enter')
  const url = page.getByRole('dialog', { name: 'Add URL' })
  await url.getByRole('textbox', { name: 'URL' }).fill('not an address')
  await page.keyboard.press('Enter')
  await url.getByText('Enter a valid URL, such as https://example.com.').waitFor()
  await url.getByRole('textbox', { name: 'URL' }).fill('http://127.0.0.1/private')
  await page.keyboard.press('Enter')
  await page
    .getByRole('row')
    .filter({ hasText: '127.0.0.1' })
    .getByText('This server may not call 127.0.0.1')
    .waitFor()
  expect(complaints).toEqual([])
})
