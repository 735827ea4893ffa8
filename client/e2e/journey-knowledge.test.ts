import { expect, test } from 'vitest'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { makePdf } from '#server/testing/documents/make-documents.ts'
import { openEmbeddingService } from '#server/testing/embedding-service.ts'
import { referenceTo } from '#shared/flow-file.ts'
import type { SavedFlow } from '#shared/flows.ts'
import type { DocumentStore } from '#shared/stores.ts'
import type { UpsertEntry } from '#shared/upserts.ts'
import { still, violationsInBothSchemes } from './axe.ts'
import { callAs, holdCalls, openBrowser, openCanvas, registerOnScreen } from './browser.ts'
import { connectByKeys, card as nodeCard, typeName } from './journey-canvas.ts'
import { emptyPolls, failPolls, passPolls, recordPolls, skipPolls } from './journey-upsert-bar.ts'
import { startProductToKill } from './start-product.ts'

const { openPage } = openBrowser()

/** Shows the text before it and moves to the next line. */
const newLine = ') Tj 0 -16 Td ('

const hours = 'https://museum.example/hours'

/** A point of a card without a field under it. */
const header = { x: 60, y: 14 }

/** A text and an index that are not connected yet, side by side. */
function unconnected() {
  const flow = buildFlow([
    { name: 'flowtillEmbeddings' },
    { name: 'plainText', inputs: { text: 'Tickets are four euros.' } },
    { name: 'flowtillIndex', inputs: { embeddings: referenceTo('flowtillEmbeddings_0') } },
  ])
  const nodes = flow.nodes.map((node, place) => ({ ...node, position: { x: place * 500, y: 0 } }))
  return { ...flow, nodes }
}

const guideOf = (storeId: string) =>
  buildFlow([
    { name: 'flowtillDemoModel' },
    {
      name: 'documentStoreVS',
      inputs: { selectedStore: storeId, topK: 4 },
      outputs: { output: 'retriever' },
    },
    {
      name: 'conversationalRetrievalQAChain',
      inputs: {
        model: referenceTo('flowtillDemoModel_0'),
        vectorStoreRetriever: referenceTo('documentStoreVS_0'),
        returnSourceDocuments: true,
      },
    },
  ])

/** Three pages of 40 lines. */
const manual = makePdf(
  ...['kiln', 'glaze', 'parcel'].map((topic) =>
    Array.from({ length: 40 }, (_, place) => `Rule ${place + 1} of the ${topic}: check it twice.`).join(
      newLine,
    ),
  ),
)

test('knowledge: from a file to a cited answer', async () => {
  const service = await openEmbeddingService()
  const { url, restart } = await startProductToKill({ OUTGOING_ALLOW: service.host })
  const { page, complaints } = await openPage(still)
  page.setDefaultTimeout(30_000)
  await registerOnScreen(page, url)
  await page.goto(`${url}/app/document-stores`)
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
  await page.getByLabel('Chunk Size').fill('100')
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
  expect(totalChunks).toBeGreaterThan(52)
  expect(await violationsInBothSchemes(page, 'Store', { isStrict: true })).toEqual([])

  // 4. Two chunks are edited, one is deleted.
  await step('2 Chunks').getByRole('link', { name: 'View chunks' }).click()
  await page.getByText(`showing 1–50 of ${totalChunks}`).waitFor()
  await page.getByRole('button', { name: 'Next', exact: true }).first().click()
  await page.getByText(`showing 51–100 of ${totalChunks}`).waitFor()
  await page.getByRole('button', { name: 'Previous', exact: true }).first().click()
  for (const [chunk, text] of [
    ['Chunk 1', 'The museum of glass closes at six in the evening.'],
    ['Chunk 2', 'The museum of glass opens at ten in the morning, except on Mondays.'],
  ] as const) {
    await page.getByRole('button', { name: chunk, exact: true }).click()
    const panel = page.getByRole('complementary', { name: chunk, exact: true })
    await panel.getByLabel('Text').fill(text)
    await panel.getByLabel('Metadata').fill(JSON.stringify({ source: hours, chunk }))
    await page.keyboard.press('Control+s')
    await page.getByText(`chunk: ${chunk}`).waitFor()
  }
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
  const polls = recordPolls(page)
  const bar = page.getByTestId('upsert-bar')
  const isShown = async (status: string) => (await bar.getAttribute('data-status')) === status
  /** Since the page was loaded: the bar goes by itself, and a busy machine may look too late. */
  const hasSaid = (sentence: string) =>
    page.evaluate(
      (words) =>
        (globalThis as unknown as { announced: string[] }).announced.some((text) => text.includes(words)),
      sentence,
    )
  await estimate.getByRole('button', { name: `Upsert ${totalChunks - 1} chunks` }).click()

  // 6. The first two checks only show processing; the bar goes by itself.
  await bar.getByText('Upserting Manual').waitFor()
  await expect.poll(() => polls.length).toBe(2)
  expect(await isShown('processing')).toBe(true)
  await bar.getByText('Successfully Completed').waitFor()
  expect(polls).toHaveLength(3)
  expect(polls.at(-1)).toBe('COMPLETED')
  await bar.waitFor({ state: 'detached' })
  expect((await storeOf())?.status).toBe('UPSERTED')

  // 7. The store moves to a service that does not always answer.
  const { id: credential } = (await callAs(page, 'POST', '/credentials', {
    ...{ name: 'Own service', credentialName: 'openAIApi' },
    plainDataObj: { openAIApiKey: 'sk-museum', basePath: service.basePath },
  })) as { id: string }
  await callAs(page, 'POST', '/document-store/vectorstore/save', {
    ...{ storeId: id, vectorStoreName: 'flowtillIndex', vectorStoreConfig: {} },
    embeddingName: 'openAIEmbeddings',
    embeddingConfig: { FLOWISE_CREDENTIAL_ID: credential, modelName: 'text-embedding-3-small' },
  })
  await page.clock.install()
  const startUpsert = async () => {
    await page.goto(`${url}/app/document-stores/vector/${id}`)
    await estimate.getByRole('button', { name: /^Upsert/ }).click()
    await bar.getByText('Upserting Manual').waitFor()
    await expect.poll(service.held).toBe(1)
  }
  service.set('holds')
  await startUpsert()
  await restart()
  await expect.poll(service.held).toBe(2)
  const [recovered] = (await callAs(page, 'GET', `/upsert-history/${id}?limit=1`)) as UpsertEntry[]
  expect(recovered?.result).toMatch(/job recovery/)
  const readBefore = polls.length
  await passPolls(page, () => polls.length > readBefore + 3)
  expect(await isShown('processing')).toBe(true)
  service.set('rejects')
  await passPolls(page, () => isShown('error'))
  await bar.getByText('Error during upsert operation').waitFor()
  // Five seconds; the clock has gone on since the error was shown.
  await page.clock.runFor(3_000)
  expect(await bar.count()).toBe(1)
  await page.clock.runFor(2_500)
  await bar.waitFor({ state: 'detached' })

  // Cancelled.
  service.set('holds')
  await startUpsert()
  const cancelling = await holdCalls(page, /upsert\.cancel/)
  await bar.getByRole('button', { name: 'Cancel' }).click()
  await bar.getByText('Cancelling...').waitFor()
  await cancelling.letGo()
  await bar.getByText('Upsert cancelled by user').waitFor()
  service.set('rejects')

  // Off the network for five checks, and for good.
  service.set('holds')
  await startUpsert()
  const off = await failPolls(page, 100)
  await passPolls(page, () => isShown('error'))
  expect(off.count()).toBe(6)
  await bar.getByText('Connection error - Please check network').waitFor()
  await off.end()
  service.set('answers')
  await expect.poll(async () => (await storeOf())?.status).toBe('UPSERTED')

  // Off the network for five checks, while the upsert completes.
  const fiveChecks = await failPolls(page, 5)
  await page.goto(`${url}/app/document-stores/vector/${id}`)
  await estimate.getByRole('button', { name: /^Upsert/ }).click()
  await passPolls(page, () => hasSaid('Successfully Completed'))
  expect(fiveChecks.count()).toBeGreaterThan(5)
  await fiveChecks.end()

  // Without any entry the bar stays, also at the fifteenth check.
  const nothing = await emptyPolls(page)
  await page.goto(`${url}/app/document-stores/vector/${id}`)
  await estimate.getByRole('button', { name: /^Upsert/ }).click()
  await skipPolls(page, () => nothing.count() > 16)
  expect(await isShown('processing')).toBe(true)
  await nothing.end()
  await passPolls(page, () => hasSaid('Successfully Completed'))
  await bar.waitFor()

  // 8. The history names what each upsert changed; two entries are deleted.
  await bar.getByRole('button', { name: 'View' }).click()
  await page
    .getByRole('dialog', { name: 'Manual is up to date' })
    .getByRole('button', { name: 'History' })
    .click()
  const history = page.getByRole('dialog', { name: 'Upsert history' })
  const entries = history.getByRole('row').filter({ has: page.getByRole('button', { name: /^Details/ }) })
  await expect.poll(() => entries.count()).toBe(6)
  const count = totalChunks - 1
  expect(await entries.last().innerText()).toMatch(new RegExp(`Completed\\s+${count}\\s+0\\s+0\\s+0`))
  expect(await entries.filter({ hasText: 'Cancelled' }).count()).toBe(1)
  await history.getByLabel('To', { exact: true }).fill('2020-01-31')
  await history.getByText('The first day must not be after the last.').waitFor()
  await history.getByLabel('From', { exact: true }).fill('2020-01-01')
  await history.getByText('Nothing has been indexed yet').waitFor()
  await history.getByLabel('To', { exact: true }).fill('2099-01-01')
  for (const status of ['Cancelled', 'Error']) {
    await entries.filter({ hasText: status }).getByRole('checkbox').check({ force: true })
  }
  await history.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => entries.count()).toBe(4)

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

  // 10. The canvas offers an upsert of stores that have documents, and not of those that only load an index.
  const upsertButton = page.getByTestId('upsert-button')
  const shelf = (await callAs(page, 'POST', '/chatflows', {
    ...{ type: 'CHATFLOW', name: 'Shelf', flowData: JSON.stringify(unconnected()) },
  })) as SavedFlow
  await openCanvas(page, url, shelf.id)
  await nodeCard(page, 'plainText_0').waitFor()
  expect(await upsertButton.count()).toBe(0)
  await nodeCard(page, 'plainText_0').click({ position: header })
  await connectByKeys(page, /Flowtill Hybrid Index/)
  await upsertButton.click()
  const popup = page.getByRole('dialog', { name: 'Upsert', exact: true })
  await popup.getByRole('cell', { name: 'Plain Text' }).waitFor()
  await page.keyboard.press('Escape')
  await nodeCard(page, 'flowtillIndex_0').click({ position: header })
  await page.keyboard.press('F2')
  await typeName(page, 'Flowtill Load Existing Index')
  await expect.poll(() => upsertButton.count()).toBe(0)

  // 11. Two chunks of one URL are one source of the answer.
  const guide = (await callAs(page, 'POST', '/chatflows', {
    ...{ type: 'CHATFLOW', name: 'Shop guide', flowData: JSON.stringify(guideOf(id)) },
  })) as SavedFlow
  await openCanvas(page, url, guide.id)
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  const message = page.getByRole('textbox', { name: /message/i }).last()
  await message.fill('When does the museum of glass open?')
  await message.press('Enter')
  const chips = page.getByRole('list', { name: 'Sources' }).getByRole('listitem')
  await chips.filter({ hasText: 'museum.example/hours' }).waitFor()
  expect(await chips.filter({ hasText: 'museum.example/hours' }).count()).toBe(1)

  // 12. Its name is typed to delete it; the flow that reads it is named.
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
  // The network was cut and the server killed on the way: the browser says so in its console.
  expect(complaints.filter((text) => !text.includes('net::ERR_'))).toEqual([])
})
