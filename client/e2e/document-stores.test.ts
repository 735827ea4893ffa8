import { expect, test } from 'vitest'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { makePdf } from '#server/testing/documents/make-documents.ts'
import type { DocumentStore } from '#shared/stores.ts'
import { still, violationsInBothSchemes } from './axe.ts'
import { callAs, openBrowser, signInAdmin } from './browser.ts'

const { openPage } = openBrowser()

/** Shows the text before it and moves to the next line. */
const newLine = ') Tj 0 -16 Td ('

/** Three pages of 40 lines. */
const manual = makePdf(
  ...['kiln', 'glaze', 'parcel'].map((topic) =>
    Array.from({ length: 40 }, (_, place) => `Rule ${place + 1} of the ${topic}: check it twice.`).join(
      newLine,
    ),
  ),
)

test('a manual is read, previewed, edited, indexed and queried; its store is deleted by name', async () => {
  const { page, url, complaints } = await openPage(still)
  await signInAdmin(page, url, '/app/document-stores')
  const storeOf = async () => {
    const all = (await callAs(page, 'GET', '/document-store/store')) as DocumentStore[]
    return all.find(({ name }) => name === 'Manual')
  }
  const step = (name: string) =>
    page.getByRole('list', { name: 'Steps of the store' }).getByRole('listitem').filter({ hasText: name })

  // 1. A new store waits for its sources.
  await page.getByRole('button', { name: 'Add store' }).first().click()
  const adding = page.getByRole('dialog', { name: 'Add a store' })
  await adding.getByLabel('Name').fill('Manual')
  await adding.getByRole('button', { name: 'Add store' }).click()
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'Manual', exact: true }) })
  await card.getByText('Empty', { exact: true }).waitFor()
  expect(await violationsInBothSchemes(page, 'Document stores', { isStrict: true })).toEqual([])
  await page.getByRole('link', { name: 'Manual', exact: true }).click()
  await step('1 Sources').getByText('Next').waitFor()

  // 2. The preview names what is missing, then shows chunks with their overlaps.
  await step('1 Sources').getByRole('button', { name: 'Add source' }).click()
  const gallery = page.getByRole('dialog', { name: 'Add a source' })
  await gallery.getByRole('searchbox').fill('pdf')
  await gallery.getByRole('button', { name: /^PDF File/ }).click()
  await page.getByRole('heading', { level: 1, name: 'PDF File' }).waitFor()
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('PDF File is required').waitFor()
  await page
    .locator('input[type=file][aria-label="PDF File"]')
    .setInputFiles({ name: 'manual.pdf', mimeType: 'application/pdf', buffer: Buffer.from(manual) })
  await page.getByLabel('Chunk Size').fill('200')
  await page.getByLabel('Chunk Overlap').fill('50')
  await page.getByText(/, up to date$/).waitFor()
  const preview = page.getByRole('list', { name: 'Preview' })
  await expect.poll(() => preview.getByRole('listitem').count()).toBe(20)
  expect(await preview.locator('mark').count()).toBeGreaterThan(10)
  expect(await violationsInBothSchemes(page, 'Loader settings', { isStrict: true })).toEqual([])

  // 3. Processing returns to the store, whose figures follow.
  await page.getByRole('button', { name: /^Process \d+ chunks$/ }).click()
  await step('2 Chunks')
    .getByText(/^\d+ chunks, average length/)
    .waitFor()
  await expect.poll(async () => (await storeOf())?.status).toBe('SYNC')
  const { id = '', totalChunks = 0 } = (await storeOf()) ?? {}
  expect(totalChunks).toBeGreaterThan(20)
  expect(await violationsInBothSchemes(page, 'Store', { isStrict: true })).toEqual([])

  // 4. One chunk is edited, one deleted.
  await step('2 Chunks').getByRole('link', { name: 'View chunks' }).click()
  await page.getByText(new RegExp(`showing 1–${Math.min(50, totalChunks)} of ${totalChunks}`)).waitFor()
  await page.getByRole('button', { name: 'Chunk 2', exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'Chunk 2', exact: true })
  await panel.getByLabel('Text').fill('The museum of glass opens at ten in the morning, except on Mondays.')
  await panel.getByLabel('Metadata').fill('{"season": "autumn"}')
  await page.keyboard.press('Control+s')
  await page.getByText('season: autumn').waitFor()
  expect(await violationsInBothSchemes(page, 'Chunks', { isStrict: true })).toEqual([])
  await page.keyboard.press('j')
  const third = page.getByRole('complementary', { name: 'Chunk 3', exact: true })
  await third.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 1 chunk' }).click()
  await expect.poll(async () => (await storeOf())?.totalChunks).toBe(totalChunks - 1)

  // 5. Each choice of the index unlocks the next; the cost is shown before the upsert.
  await page.goto(`${url}/app/document-stores/vector/${id}`)
  const column = (name: string) => page.getByRole('region', { name })
  await column('Vector store').getByText('Choose embeddings first').waitFor()
  await column('Embeddings')
    .getByRole('button', { name: /^Flowtill/ })
    .first()
    .click()
  await column('Vector store')
    .getByRole('button', { name: /^Flowtill Hybrid Index/ })
    .click()
  await column('Record manager').getByText('Not needed here').waitFor()
  await page.getByRole('button', { name: 'Save config' }).click()
  await page.getByText('Index settings saved.').waitFor()
  expect(await violationsInBothSchemes(page, 'Index', { isStrict: true })).toEqual([])
  const estimate = page.getByRole('region', { name: 'Before you upsert' })
  await estimate
    .getByText(/^\$0\.\d+$/)
    .last()
    .waitFor()
  await estimate.getByRole('button', { name: `Upsert ${totalChunks - 1} chunks` }).click()
  await expect.poll(async () => (await storeOf())?.status, { timeout: 30_000 }).toBe('UPSERTED')

  // 9. Passages are ranked with their scores; a higher top-k finds more and is saved.
  await page.goto(`${url}/app/document-stores/query/${id}`)
  const question = page.getByRole('textbox', { name: 'Question' })
  await question.fill('When does the museum of glass open?')
  await question.press('Enter')
  const passages = page.getByRole('list', { name: '4 passages' })
  await passages
    .getByText(/0\.\d\d$/)
    .first()
    .waitFor()
  expect(await passages.getByRole('listitem').first().innerText()).toContain('opens at ten')
  const topK = page.getByRole('textbox', { name: 'Passages, top-k' })
  await topK.fill('6')
  await question.press('Enter')
  await page.getByRole('list', { name: '6 passages' }).waitFor()
  expect(await violationsInBothSchemes(page, 'Query', { isStrict: true })).toEqual([])
  await page.getByRole('button', { name: 'Save config' }).click()
  await expect.poll(async () => (await storeOf())?.vectorStoreConfig?.config.topK).toBe(6)

  // 12. Its name is typed to delete it; the flow that reads it is named.
  await callAs(page, 'POST', '/chatflows', {
    ...{ type: 'CHATFLOW', name: 'Shop guide' },
    flowData: JSON.stringify(buildFlow([{ name: 'documentStoreVS', inputs: { selectedStore: id } }])),
  })
  await page.goto(`${url}/app/document-stores`)
  await page.getByRole('button', { name: 'Actions for Manual' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const deletion = page.getByRole('alertdialog', { name: 'Delete “Manual”?' })
  await deletion.getByText('Shop guide').waitFor()
  expect(await deletion.getByRole('checkbox').isChecked()).toBe(true)
  expect(await deletion.getByRole('button', { name: 'Delete store' }).isDisabled()).toBe(true)
  await deletion.getByLabel(/^Type “Manual”/).fill('Manual')
  await deletion.getByRole('button', { name: 'Delete store' }).click()
  await page.getByText('No stores yet').waitFor()
  expect(await storeOf()).toBeUndefined()
  expect(complaints).toEqual([])
})
