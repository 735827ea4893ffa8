import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import type { SavedFlow } from '#shared/flows.ts'
import { still, violationsInBothSchemes } from './axe.ts'
import { callAs, callTrpc, openBrowser, registerOnScreen } from './browser.ts'
import { startProductToKill } from './start-product.ts'

const { openPage } = openBrowser()

const ROWS = 10
/** Slow enough to be stopped, and to be killed in the middle. */
const questionOf = (number: number) => `What is ${number} + ${number}? [[sandbox latency=1500]]`

async function openShop() {
  const product = await startProductToKill()
  const { page, complaints } = await openPage(still)
  await registerOnScreen(page, product.url)
  const flow = { name: 'Shop', type: 'CHATFLOW', flowData: aDemoFlow() }
  const { id } = (await callAs(page, 'POST', '/chatflows', flow)) as SavedFlow
  const answers = Array.from({ length: ROWS }, (_, number) =>
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
  await page.getByRole('tab', { name: `Rows ${ROWS}` }).waitFor()
  await page.getByRole('switch', { name: 'Must pass: What is 3 + 3?' }).click({ force: true })
  await page.getByRole('tab', { name: 'Evaluators 0' }).click()
  await page.getByRole('button', { name: 'New evaluator' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('tab', { name: 'Evaluators 1' }).waitFor()
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

test('a draft is run against the published version: price first, stopped, killed and gone on with, then rejected', async () => {
  const shop = await openShop()
  const { page, complaints, restart, balance, id, url } = shop
  await openSet(shop)
  await saveWorseDraft(shop)

  await page.getByRole('button', { name: 'Run…' }).click()
  await page
    .getByRole('dialog')
    .getByText(/About \$.+, at most \$/)
    .waitFor()
  const before = await balance()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Start, ≈/ })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Run 1' }).waitFor()
  await page.getByText(/^[1-9]\d? of 20 · /).waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('Stopped', { exact: true }).waitFor()
  expect(await page.getByText('Waiting', { exact: true }).count()).toBeGreaterThan(0)

  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('Running', { exact: true }).waitFor()
  await restart(0)
  await page.goto(page.url().replace(/^https?:\/\/[^/]+/, url))
  await page.getByText(/Answers .+ judge .+ = /).waitFor()
  await expect.poll(() => page.getByText('Waiting', { exact: true }).count(), { timeout: 60_000 }).toBe(0)
  await page.getByText('Worse', { exact: true }).waitFor()
  const run = await runOf(page)
  expect(run.results.every(({ isDone }) => isDone)).toBe(true)
  expect(new Set(run.results.map(({ runId }) => runId)).size).toBe(2 * ROWS)
  expect(Math.round((before - (await balance())) * 1_000_000)).toBe(run.spentMicro)
  expect(await violationsInBothSchemes(page, 'Run', { isStrict: true })).toEqual([])

  await page.getByRole('button', { name: 'What is 3 + 3?' }).click()
  await page.getByRole('dialog').getByRole('heading', { name: /^Row/ }).waitFor()
  await page.keyboard.press('j')
  await page
    .getByRole('dialog')
    .getByText(/of 10, largest difference first/)
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
  expect(await violationsInBothSchemes(page, 'Publish checks', { isStrict: true })).toEqual([])
  expect(await dialog.getByRole('button', { name: 'Publish anyway' }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: /^Open row/ }).click()
  await page.getByRole('dialog').getByText('must pass').first().waitFor()
  expect(complaints.filter((text) => !/Failed to (load resource|fetch)|ERR_/.test(text))).toEqual([])
})
