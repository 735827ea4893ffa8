import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { openModelStub, RIGHT_KEY } from '#server/testing/model-stub.ts'
import { callAs, openBrowser } from './browser.ts'
import { codeOf, enterPassword, enterRecoveryCode, setUpAuthenticator, signOut } from './journey-account.ts'
import { statusOf } from './run-command.ts'
import { startEmptyProduct } from './start-product.ts'

const { openPage } = openBrowser()

const user = { username: 'deniz', password: 'a long enough sentence' }
const reply = 'Within 14 days, says the stub.'
/** 1,000 tokens in at $1 and 200 tokens out at $2 per million. */
const DOLLARS_PER_ANSWER = 0.0014

const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })
const lastArticle = (page: Page) => page.getByRole('log').getByRole('article').last()
const dollarsIn = (text: string) => Number(text.replace(/[^\d.]/g, ''))

async function createFirstAccount(page: Page, url: string) {
  await page.goto(url)
  await page.getByRole('heading', { level: 1, name: 'Create the first account' }).waitFor()
  const legal = page.getByRole('contentinfo').getByRole('link').first()
  const legalPage = await (await fetch(new URL((await legal.getAttribute('href')) ?? '', url))).text()
  expect(legalPage).toContain('<div id="root"')

  await page.getByLabel('Username').fill(user.username)
  await page.getByLabel('Email').fill('deniz@example.com')
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await page.getByRole('checkbox').check({ force: true })
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/app/chatflows')
}

/** Connects the stub as default model. A wrong key shows the provider's error. */
async function connectModel(page: Page, address: string) {
  await mainMenu(page).getByText('Sandbox').waitFor()
  await mainMenu(page).getByRole('button', { name: 'Connect a model' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a model' })
  await dialog.getByRole('button', { name: 'Use Ollama' }).waitFor()
  await dialog.getByText('Other server').click()
  await dialog.getByLabel('Address').fill(address)
  await dialog.getByLabel('API key', { exact: true }).fill('wrong')
  await dialog.getByRole('button', { name: 'Check key' }).click()
  await dialog.getByText(/Incorrect API key provided/).waitFor()
  await dialog.getByLabel('API key', { exact: true }).fill(RIGHT_KEY)
  await page.keyboard.press('Enter')

  const choice = page.getByRole('dialog', { name: 'Choose the default model' })
  await choice.getByRole('combobox', { name: 'Model' }).filter({ hasText: 'house-model' }).waitFor()
  await choice.getByLabel('Input, $ per million tokens').fill('1')
  await choice.getByLabel('Output, $ per million tokens').fill('2')
  await choice.getByRole('button', { name: 'Use as default' }).click()
  await choice.waitFor({ state: 'detached' })
  await expect.poll(() => mainMenu(page).getByText('Sandbox').count()).toBe(0)
}

async function chooseNewFlow(page: Page, url: string, name: string | RegExp) {
  await page.goto(`${url}/app/chatflows`)
  await page.getByRole('button', { name: 'New flow' }).click()
  await page.getByRole('menuitem', { name }).click()
}

async function sendQuestion(page: Page, question: string) {
  const articles = page.getByRole('log').getByRole('article')
  const before = await articles.count()
  const field = page.getByRole('textbox', { name: /message/i })
  await field.fill(question)
  await field.press('Enter')
  await expect.poll(() => articles.count()).toBe(before + 2)
  await expect.poll(() => lastArticle(page).innerText()).toContain(reply)
  await expect.poll(() => lastArticle(page).innerText()).toMatch(/tok · \$0\.00/)
}

async function shareWithKey(page: Page) {
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share / API' })
  await dialog.getByText('v1 published').waitFor()
  await dialog.getByRole('combobox', { name: 'Who can call' }).click()
  await page.getByRole('option', { name: 'Create a key…' }).click()
  await dialog.getByLabel('Key name').fill('Shop')
  await page.keyboard.press('Enter')
  const key = await dialog.getByLabel('New API key').inputValue()
  const curl = dialog.getByRole('region', { name: 'cURL code' })
  await expect.poll(() => curl.textContent()).toContain(key)
  const command = (await curl.textContent()) ?? ''
  for (const language of ['JavaScript', 'Python']) {
    await dialog.getByRole('tab', { name: language }).click()
    await expect
      .poll(() => dialog.getByRole('region', { name: `${language} code` }).textContent())
      .toContain(key)
  }
  await dialog.getByRole('button', { name: /^Try it/ }).click()
  const trial = dialog.getByRole('region', { name: 'Try it' })
  await expect.poll(() => trial.textContent()).toMatch(/200\d+\.\d s · [\d,]+ tok · \$0\.00/)
  expect(await dialog.getByLabel('Result').textContent()).toBe(reply)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  const keys = (await callAs(page, 'POST', '/apikey', {
    keyName: 'Reports',
    permissions: ['chatflows:view'],
  })) as { apiKey: string }[]
  const viewKey = keys.find(({ apiKey }) => !apiKey.includes('…'))?.apiKey ?? ''
  return { command, key, viewKey }
}

async function signInAgain(page: Page, url: string) {
  const { secret, recoveryCode } = await setUpAuthenticator(page)
  await signOut(page, url)
  await enterPassword(page, user)
  await page.getByLabel('Code from your authenticator app').fill(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/**')
  for (const isUsed of [false, true]) {
    await signOut(page, url)
    await enterPassword(page, user)
    await enterRecoveryCode(page, recoveryCode)
    await (isUsed
      ? page.getByText('This recovery code is wrong or has been used.').waitFor()
      : page.waitForURL('**/app/**'))
  }
}

async function shownBalance(page: Page, url: string) {
  await page.goto(`${url}/app/usage-billing`)
  const balance = page.getByTestId('wallet-balance')
  await expect.poll(() => balance.innerText()).toMatch(/\$\d/)
  return dollarsIn(await balance.innerText())
}

async function shownUsage(page: Page) {
  await page.getByRole('tab', { name: 'Transactions' }).click()
  const rows = page.getByRole('table', { name: 'Transactions' }).getByRole('row').filter({ hasText: 'Usage' })
  await rows.first().waitFor()
  const texts = await rows.allInnerTexts()
  return texts.map((text) => dollarsIn(/[−-]\$[\d.,]+/.exec(text)?.[0] ?? ''))
}

test('an empty installation is set up to a flow that answers API calls, and all amounts add up', async () => {
  const stub = await openModelStub({ models: ['house-model'], reply })
  const ollama = await openModelStub({ protocol: 'ollama', models: ['llama3.2'] })
  onTestFinished(() => {
    stub.close()
    ollama.close()
  })
  const url = await startEmptyProduct({
    OUTGOING_ALLOW: stub.host,
    LOCAL_MODEL_PORTS: `ollama:${ollama.port},lmstudio:9,llamacpp:9`,
  })
  const { page, complaints } = await openPage()
  await createFirstAccount(page, url)
  await connectModel(page, stub.url)
  const balanceBefore = await shownBalance(page, url)

  await page.goto(`${url}/app/chatflows`)
  await page.getByRole('button', { name: 'use a template' }).click()
  await page.getByRole('button', { name: /^Use.*Support desk over documents/ }).click()
  await page.getByRole('button', { name: 'Create flow' }).click()
  await page.waitForURL('**/canvas/*')
  await page.getByTestId('chat-button').click()
  await sendQuestion(page, 'How long do I have to return something?')
  expect(stub.questions.at(-1)?.model).toBe('house-model')
  expect(JSON.stringify(stub.questions.at(-1)?.messages)).toMatch(/within 14 days/)

  await chooseNewFlow(page, url, /Blank/)
  await page.getByRole('button', { name: 'Add all and chat' }).click()
  await sendQuestion(page, 'How long do I have?')
  await sendQuestion(page, 'And for broken plates?')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const naming = page.getByRole('dialog', { name: 'Name this flow' })
  await naming.getByRole('textbox').fill('Answers outside')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByTestId('version-button').innerText()).toBe('v1 live')

  const { command, key, viewKey } = await shareWithKey(page)
  expect(await statusOf(command)).toBe('200')
  expect(await statusOf(command.replace(/ {2}-H 'Authorization[^\n]*\n/, ''))).toBe('401')
  expect(await statusOf(command.replace(key, viewKey))).toBe('403')

  const balanceAfter = await shownBalance(page, url)
  const usage = await shownUsage(page)
  expect(balanceBefore - balanceAfter).toBeCloseTo(5 * DOLLARS_PER_ANSWER, 4)
  expect(usage.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(balanceBefore - balanceAfter, 4)

  await signInAgain(page, url)
  expect(complaints).toEqual([])
})
