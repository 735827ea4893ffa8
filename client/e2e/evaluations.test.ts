import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import type { SavedFlow } from '#shared/flows.ts'
import { still, violationsInBothSchemes } from './axe.ts'
import { callAs, callTrpc, openBrowser, registerOnScreen } from './browser.ts'
import { startProductToKill } from './start-product.ts'

const { openPage } = openBrowser()

/** From conversations, and from a file. */
const CONVERSATIONS = 10
const ROWS = 30
/** Slow enough to be stopped, and to be killed in the middle. */
const questionOf = (number: number) => `What is ${number} + ${number}? [[sandbox latency=1500]]`

async function openShop() {
  const product = await startProductToKill()
  const { page, complaints } = await openPage(still)
  await registerOnScreen(page, product.url)
  const flow = { name: 'Shop', type: 'CHATFLOW', flowData: aDemoFlow() }
  const { id } = (await callAs(page, 'POST', '/chatflows', flow)) as SavedFlow
  const answers = Array.from({ length: CONVERSATIONS }, (_, number) =>
    callAs(page, 'POST', `/prediction/${id}`, { question: questionOf(number), chatId: `visitor-${number}` }),
  )
  await Promise.all(answers)
  const balance = async () => ((await callAs(page, 'GET', '/wallets/me')) as { balance: number }).balance
  return { ...product, page, complaints, id, balance }
}

type Shop = Awaited<ReturnType<typeof openShop>>

async function openSet({ page, url, id }: Pick<Shop, 'page' | 'url' | 'id'>) {
  await page.goto(`${url}/app/chatflows`)
  await page.getByRole('button', { name: /Shop/ }).last().click()
  await page.getByRole('menuitem', { name: 'Evaluations' }).click()
  await page.waitForURL(`**/app/evaluations/${id}`)
  await page.getByRole('button', { name: 'New data set' }).first().click()
  await page.getByLabel('Name').fill('Sums')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sums' }).waitFor()
  await page.getByRole('button', { name: 'From conversations' }).click()
  await page.getByRole('tab', { name: `Rows ${CONVERSATIONS}` }).waitFor()
  const csv = Array.from(
    { length: ROWS - CONVERSATIONS },
    (_, number) => `What is ${number} + 40?,${number + 40}`,
  )
  await page
    .getByLabel('Import CSV')
    .last()
    .setInputFiles({ name: 'sums.csv', mimeType: 'text/csv', buffer: Buffer.from(csv.join('\n')) })
  await page.getByRole('tab', { name: `Rows ${ROWS}` }).waitFor()
  await page.getByRole('switch', { name: 'Must pass: What is 3 + 3?' }).click({ force: true })
  await page.getByRole('tab', { name: 'Evaluators 0' }).click()
  for (const name of ['Contains', 'Polite']) {
    await page.getByRole('button', { name: 'New evaluator' }).first().click()
    await page.getByLabel('Name').fill(name)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await page.getByRole('tab', { name: 'Evaluators 2' }).waitFor()
  await page.getByRole('switch', { name: 'Use Polite in this data set' }).click({ force: true })
  await page.getByRole('tab', { name: 'Evaluators 1' }).click()
}

/** The expected answers come from conversations; a person corrects one and chooses who scores it. */
async function editRow({ page }: Pick<Shop, 'page'>) {
  await page.getByRole('tab', { name: `Rows ${ROWS}` }).click()
  await page.getByRole('button', { name: 'What is 3 + 3?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Row 7' })
  await dialog.getByLabel('Expected').fill('6')
  await dialog
    .getByRole('switch', { name: 'Scored by the evaluators of the data set' })
    .click({ force: true })
  const own = dialog.getByRole('group', { name: 'Evaluators of this row' })
  expect(await own.getByRole('checkbox', { name: /^Contains/ }).isChecked()).toBe(true)
  await own.getByRole('checkbox', { name: /^Polite/ }).check({ force: true })
  expect(await violationsInBothSchemes(page, 'Row of a data set', { isStrict: true })).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('2 evaluators of its own').waitFor()
}

type Run = { results: { runId: string; isDone: boolean }[]; spentMicro: number; datasetId: string }

const runOf = (page: Shop['page']) =>
  callTrpc(page, 'evaluations.get', { id: new URL(page.url()).pathname.split('/').at(-1) }) as Promise<Run>

/** Its answers are cut after one token. */
async function saveWorseDraft({ page, id }: Pick<Shop, 'page' | 'id'>) {
  const { revision: base } = (await callTrpc(page, 'flows.head', { id })) as { revision: number }
  const flowData = aDemoFlow({ maxTokens: 1 })
  await callTrpc(page, 'flows.saveDraft', { id, base, flowData }, true)
}

const start = async (page: Shop['page']) => {
  const dialog = page.getByRole('dialog', { name: 'Run the data set' })
  await dialog.getByText(/About \$.+, at most \$/).waitFor()
  await dialog.getByRole('button', { name: /^Start, ≈/ }).click()
}

const finished = async (page: Shop['page']) => {
  await page.getByText(/Answers .+ judge .+ = /).waitFor()
  await expect.poll(() => page.getByText('Waiting', { exact: true }).count(), { timeout: 60_000 }).toBe(0)
}

test('a draft is run against the published version: price first, stopped, killed and gone on with, and equal versions do not differ', async () => {
  const shop = await openShop()
  const { page, complaints, restart, balance } = shop
  await openSet(shop)
  await editRow(shop)

  await page.getByRole('button', { name: 'Run…' }).click()
  const before = await balance()
  await start(page)
  await page.getByRole('heading', { level: 1, name: 'Run 1' }).waitFor()
  await page.getByText(/^[1-9]\d? of 60 · /).waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('Stopped', { exact: true }).waitFor()
  expect(await page.getByText('Waiting', { exact: true }).count()).toBeGreaterThan(0)

  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('Running', { exact: true }).waitFor()
  await restart(0)
  await page.goto(page.url().replace(/^https?:\/\/[^/]+/, shop.url))
  await finished(page)
  await page.getByText('No difference shown', { exact: true }).waitFor()
  const run = await runOf(page)
  expect(run.results.every(({ isDone }) => isDone)).toBe(true)
  expect(new Set(run.results.map(({ runId }) => runId)).size).toBe(2 * ROWS)
  expect(Math.round((before - (await balance())) * 1_000_000)).toBe(run.spentMicro)
  expect(await violationsInBothSchemes(page, 'Run', { isStrict: true })).toEqual([])
  expect(complaints.filter((text) => !/Failed to (load resource|fetch)|ERR_/.test(text))).toEqual([])
})

test('a worse draft is found by filters, and rejected by the publish checks with its row', async () => {
  const shop = await openShop()
  const { page, complaints, id, url } = shop
  await openSet(shop)
  await saveWorseDraft(shop)
  await page.getByRole('button', { name: 'Run…' }).click()
  await start(page)
  await page.getByRole('heading', { level: 1, name: 'Run 1' }).waitFor()
  await finished(page)
  await page.getByText('Worse', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Must pass 1' }).click()
  await page.getByText(`1 of ${ROWS} rows, largest difference first`).waitFor()
  expect(await page.getByRole('button', { name: /^What is/ }).allInnerTexts()).toEqual([questionOf(3)])
  await page.getByRole('searchbox', { name: 'Question or answer' }).fill('no such row')
  await page.getByText('No rows match').waitFor()
  await page.reload()
  await page.getByText('No rows match').waitFor()
  await page.getByRole('searchbox', { name: 'Question or answer' }).press('Escape')
  await page.getByRole('button', { name: 'What is 3 + 3?' }).click()
  await page.getByRole('dialog').getByRole('heading', { name: /^Row/ }).waitFor()
  await page.getByRole('dialog').getByText('1 of 1, largest difference first').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Must pass 1' }).click()
  await page.getByRole('button', { name: 'What is 3 + 3?' }).click()
  await page.keyboard.press('j')
  await page
    .getByRole('dialog')
    .getByText(/of 30, largest difference first/)
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Show as chart' }).click()
  await page
    .getByRole('img', { name: /Scores by row/ })
    .first()
    .waitFor()

  const { datasetId } = await runOf(page)
  await page.goto(`${url}/app/evaluations/${id}/sets/${datasetId}?tab=checks`)
  await page.getByRole('switch', { name: 'Run before publishing' }).click({ force: true })
  await page.getByRole('combobox', { name: 'Data set' }).click()
  await page.getByRole('option', { name: 'Sums' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Publish checks saved').waitFor()
  await page.getByRole('button', { name: 'Check the draft' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('A publish check failed.').waitFor()
  await dialog.getByText('0 of 1').waitFor()
  await dialog.getByText(/^Worse: −/).waitFor()
  expect(await violationsInBothSchemes(page, 'Publish checks', { isStrict: true })).toEqual([])
  expect(await dialog.getByRole('button', { name: 'Publish anyway' }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Check settings' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Check the draft' }).click()
  await dialog.getByRole('button', { name: /^Open row/ }).click()
  await page.getByRole('dialog').getByText('must pass').first().waitFor()
  expect(complaints).toEqual([])
})

test('a judge uses a model of its own, and says which of its fields is missing', async () => {
  const { page, url, complaints } = await openPage(still)
  await registerOnScreen(page, url)
  const flow = { name: 'Shop', type: 'CHATFLOW', flowData: aDemoFlow() }
  const { id: flowId } = (await callAs(page, 'POST', '/chatflows', flow)) as SavedFlow
  await callAs(page, 'POST', '/credentials', {
    ...{ name: 'My OpenAI', credentialName: 'openAIApi' },
    plainDataObj: { openAIApiKey: 'sandbox-mine', basePath: `${url}/sandbox/openai/v1` },
  })
  const csv = 'input,output\nWhat is 2 + 3?,5\n'
  const set = (await callTrpc(page, 'datasets.create', { name: 'Sums', flowId, csv }, true)) as { id: string }
  await page.goto(`${url}/app/evaluations/${flowId}/sets/${set.id}?tab=evaluators`)
  await page.getByRole('button', { name: 'New evaluator' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Judge' }).click()
  await dialog.getByLabel('Rubric').fill('The sum must be right.')
  await dialog.getByRole('combobox', { name: 'Judged by' }).click()
  await page.getByRole('option', { name: 'Another model' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Choose a credential').first().waitFor()
  expect(await violationsInBothSchemes(page, 'Judge', { isStrict: true })).toEqual([])
  await dialog.getByRole('combobox', { name: 'Credential' }).click()
  await page.getByRole('option', { name: 'My OpenAI' }).click()
  await dialog.getByRole('combobox', { name: /^Model/ }).fill('gpt-4o-mini')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('tab', { name: 'Evaluators 1' }).waitFor()

  await page.getByRole('button', { name: 'Run…' }).click()
  await start(page)
  await finished(page)
  const run = (await runOf(page)) as Run & { judgeMicro: number }
  // With a credential of one's own, the judge is paid to its provider.
  expect(run.judgeMicro).toBe(0)
  const { today } = (await callTrpc(page, 'usage.summary', {})) as { today: string }
  const models = JSON.stringify(await callTrpc(page, 'usage.byModel', { from: today, to: today }))
  expect(models).toContain('gpt-4o-mini')
  expect(complaints).toEqual([])
})
