import { expect, test } from 'vitest'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { referenceTo } from '#shared/flow-file.ts'
import type { SavedFlow } from '#shared/flows.ts'
import { still, violationsInBothSchemes } from './axe.ts'
import { callAs, openBrowser, registerOnScreen } from './browser.ts'

const { openPage } = openBrowser()

const fileOf = (name: string, text: string) =>
  `data:text/plain;base64,${Buffer.from(text).toString('base64')},filename:${name}`
const rooms = Array.from({ length: 12 }, (_, room) => `Room ${room + 1} opens at ten and closes at five.`)

/** Two loaders, an embedding model and the hybrid index. */
function aShelf(embeddings: Record<string, unknown> = {}) {
  const splitter = { textSplitter: referenceTo('characterTextSplitter_0') }
  return buildFlow([
    { name: 'flowtillDemoModel' },
    { name: 'flowtillEmbeddings', inputs: embeddings },
    { name: 'characterTextSplitter', inputs: { separator: '\n\n', chunkSize: 60, chunkOverlap: 0 } },
    {
      name: 'textFile',
      label: 'Rooms',
      inputs: { txtFile: fileOf('rooms.txt', rooms.join('\n\n')), ...splitter },
    },
    { name: 'plainText', label: 'Tickets', inputs: { text: 'Tickets are four euros.', ...splitter } },
    {
      name: 'flowtillIndex',
      label: 'Knowledge index',
      inputs: {
        document: [referenceTo('textFile_0'), referenceTo('plainText_0')],
        embeddings: referenceTo('flowtillEmbeddings_0'),
      },
      outputs: { output: 'retriever' },
    },
    {
      name: 'conversationalRetrievalQAChain',
      inputs: {
        model: referenceTo('flowtillDemoModel_0'),
        vectorStoreRetriever: referenceTo('flowtillIndex_0'),
      },
    },
  ])
}

async function openShelf() {
  const opened = await openPage(still)
  const { page, url } = opened
  await registerOnScreen(page, url)
  const { id } = (await callAs(page, 'POST', '/chatflows', {
    ...{ name: 'Museum', type: 'CHATFLOW', flowData: JSON.stringify(aShelf()) },
  })) as SavedFlow
  await page.goto(`${url}/canvas/${id}`)
  const panel = page.getByRole('dialog', { name: 'Upsert', exact: true })
  const bar = page.getByTestId('upsert-bar')
  return { ...opened, id, panel, bar }
}

test('a store is priced, upserted, followed across pages, tried and repeated', async () => {
  const { page, panel, bar, complaints } = await openShelf()
  await page.getByRole('button', { name: 'Upsert', exact: true }).click()
  await panel.getByText('Ready', { exact: true }).waitFor()
  await panel.getByRole('cell', { name: 'rooms.txt' }).waitFor()
  expect(await panel.getByRole('row', { name: /rooms\.txt/ }).innerText()).toContain('12')
  await panel.getByText('Cost, at most').waitFor()
  await panel.getByRole('button', { name: 'API' }).click()
  expect(await panel.getByRole('region', { name: 'Upsert from Python' }).innerText()).toMatch(
    /files={"files": open\("document.pdf", "rb"\)}/,
  )
  expect(await violationsInBothSchemes(page, 'Upsert panel')).toEqual([])

  await panel.getByRole('button', { name: 'Upsert Knowledge index' }).click()
  await bar.getByText('Upserting').waitFor()
  // It stays while the user goes elsewhere.
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await page.getByRole('heading', { level: 1, name: 'ChatFlows' }).waitFor()
  await bar.getByText('Successfully Completed').waitFor()
  expect(await bar.innerText()).toContain('13 added, 0 updated, 0 skipped, 0 deleted')
  await bar.getByRole('button', { name: 'View' }).click()

  const receipt = page.getByRole('dialog', { name: 'Knowledge index is up to date' })
  await receipt.getByText('Room 1 opens at ten', { exact: false }).first().waitFor()
  await receipt.getByRole('textbox', { name: 'Question for the index' }).fill('How many euros are tickets?')
  await page.keyboard.press('Enter')
  await receipt.getByRole('status').getByText('Tickets are four euros.').waitFor()
  expect(await violationsInBothSchemes(page, 'Receipt of an upsert', { isStrict: true })).toEqual([])

  await receipt.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'Upsert history' })
  const rows = history.getByRole('row')
  await expect.poll(() => rows.count()).toBe(2)
  await history.getByRole('button', { name: /^Details of the upsert/ }).click()
  await history.getByText('rooms.txt').waitFor()
  expect(await violationsInBothSchemes(page, 'Upsert history', { isStrict: true })).toEqual([])
  await history.getByRole('button', { name: 'Repeat' }).click()
  await expect.poll(() => rows.filter({ hasText: 'Completed' }).count(), { timeout: 20_000 }).toBe(2)
  expect(await rows.nth(1).innerText()).toMatch(/Completed\s+0\s+0\s+13\s+0/)

  await history.getByRole('checkbox', { name: 'Select all ended upserts' }).check({ force: true })
  await history.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await history.getByText('Nothing has been indexed yet').waitFor()
  expect(complaints).toEqual([])
})

test('a missing field blocks the upsert and leads to its node; Escape closes the panel', async () => {
  const { page, panel, id, url } = await openShelf()
  const file = aShelf()
  const nodes = file.nodes.map((node) =>
    node.id === 'plainText_0' ? { ...node, data: { ...node.data, inputs: { text: '' } } } : node,
  )
  await callAs(page, 'PUT', `/chatflows/${id}`, { flowData: JSON.stringify({ ...file, nodes }) })
  await page.goto(`${url}/canvas/${id}`)
  await page.getByTestId('upsert-button').press('Enter')
  await panel.getByText('1 problem to solve').waitFor()
  expect(await panel.getByRole('button', { name: 'Upsert Knowledge index' }).isDisabled()).toBe(true)
  await panel.getByRole('button', { name: 'Go to field' }).click()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Tickets are four euros.')
  await panel.getByText('Ready', { exact: true }).waitFor()
  await panel.getByRole('button', { name: 'History' }).focus()
  await page.keyboard.press('Escape')
  await expect.poll(() => panel.count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe('upsert-button')
})
