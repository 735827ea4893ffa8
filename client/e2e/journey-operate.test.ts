import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import type { SavedFlow } from '#shared/flows.ts'
import { still } from './axe.ts'
import { callAs, openBrowser, register } from './browser.ts'
import { startEmptyProduct } from './start-product.ts'

const { openPage } = openBrowser()
const run = promisify(execFile)

const ANSWERS = 20

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-operate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['data', 'backups', 'elsewhere']) {
    mkdirSync(join(folder, name))
  }
  return (name: string) => join(folder, name)
}

/** A command of the built product, as the operator runs it beside the server. */
async function runCommand(dataDir: string, ...words: string[]) {
  const options = { env: { PATH: '', DATA_DIR: dataDir } }
  return (await run(process.execPath, ['dist/server/main.mjs', ...words], options)).stdout
}

async function createFlow(page: Page) {
  const { id } = (await callAs(page, 'POST', '/chatflows', {
    ...{ name: 'Sums', type: 'CHATFLOW', flowData: aDemoFlow() },
  })) as SavedFlow
  return { id, ask: () => callAs(page, 'POST', `/prediction/${id}`, { question: 'What is 12 * 7?' }) }
}

const health = (page: Page) => page.getByRole('region', { name: 'Health' })

test('an operator sees that all is well, backs up while answers run, restores elsewhere, and the flow answers there', async () => {
  const place = aFolder()
  const settings = { DATA_DIR: place('data'), BACKUP_DIR: place('backups') }
  const url = await startEmptyProduct(settings)
  const { page, complaints } = await openPage(still)
  const { username, password } = await register(page, url, '/app/system')
  await page.getByText('Running, nothing to look at').waitFor()
  const backups = page.getByRole('region', { name: 'Backups' })
  await expect.poll(() => backups.innerText()).toContain('Up to date')
  expect(complaints).toEqual([])

  const { id, ask } = await createFlow(page)
  const copy = place('elsewhere/copy.db')
  const [said, ...answers] = await Promise.all([
    runCommand(place('data'), 'backup', copy),
    ...Array.from({ length: ANSWERS }, ask),
  ])
  expect(said).toContain('is sound')
  expect(answers).toEqual(
    Array(ANSWERS).fill(expect.objectContaining({ text: expect.stringContaining('84') })),
  )

  const home = place('elsewhere/home')
  mkdirSync(home)
  copyFileSync(join(place('data'), 'secrets.json'), join(home, 'secrets.json'))
  await runCommand(home, 'restore', copy)
  expect(await runCommand(home, 'check-ledger')).toMatch(/sound|balanced/i)
  const other = await startEmptyProduct({ DATA_DIR: home })
  const { page: there } = await openPage(still)
  const session = await there
    .context()
    .request.post(`${other}/api/v1/auth/login`, { data: { username, password } })
  const { token } = (await session.json()) as { token: string }
  const answer = await there.context().request.post(`${other}/api/v1/prediction/${id}`, {
    headers: { authorization: `Bearer ${token}` },
    data: { question: 'What is 6 * 7?' },
  })
  expect(await answer.json()).toMatchObject({ text: expect.stringContaining('42') })
})

test('a disk with too little space is amber, with what to do', async () => {
  const url = await startEmptyProduct({ LOW_DISK_PERCENT: '100' })
  const { page } = await openPage(still)
  await register(page, url, '/app/system')

  await page.getByText('Running, 1 thing to look at').waitFor()
  await health(page)
    .getByText(/Enlarge the disk/)
    .waitFor()
})

test('a page of the documentation is found by its word, and stays open in the other language', async () => {
  const { page, url } = await openPage(still)
  await register(page, url, '/docs')
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search the documentation' }).fill('webhook')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await page.locator('pre code').first().waitFor()
  const { pathname } = new URL(page.url())

  await page.getByRole('radio', { name: 'English' }).press('ArrowRight')
  await page.locator('html[lang=tr]').waitFor()

  await page.locator('pre code').first().waitFor()
  expect(new URL(page.url()).pathname).toBe(pathname)
})
