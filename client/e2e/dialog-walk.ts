import type { Locator, Page } from 'playwright-core'
import type { Texts } from '#client/texts/texts.tsx'
import { goTo } from './axe.ts'
import { atRest, callAs, untilFocused } from './browser.ts'
import { codeOf } from './journey-account.ts'

/** Called with each dialog or screen of a walk while it is open. */
export type Look = (page: Page, where: string) => Promise<void>
type Walk = { page: Page; url: string; texts: Texts; look: Look }

const exactly = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true }).first()
const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last()

async function visit({ page }: Walk, path: string) {
  while ((await dialogOf(page).count()) > 0) {
    await page.keyboard.press('Escape')
    await atRest(page)
  }
  await goTo(page, path)
}

async function openFromProfile(walk: Walk, entry: string) {
  const { page, texts } = walk
  await visit(walk, '/app/chatflows')
  await exactly(page, texts.shell.profile.button).click()
  await untilFocused(page.getByRole('menu'))
  await atRest(page)
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
  await dialogOf(page).waitFor()
  return dialogOf(page)
}

async function lookAtRest({ page, look }: Walk, where: string) {
  await page.waitForFunction(() => !document.querySelector('.MuiSkeleton-root, [aria-busy="true"]'))
  await atRest(page)
  await look(page, where)
}

async function lookAtTabs(walk: Walk, dialog: Locator, where: string) {
  const tabs = dialog.getByRole('tab')
  await tabs.first().waitFor()
  for (const tab of await tabs.all()) {
    await tab.click()
    await lookAtRest(walk, `${where}: ${await tab.innerText()}`)
  }
}

export async function walkSecondFactor(walk: Walk, person: { username: string; password: string }) {
  const { page, url, texts } = walk
  const { app } = texts.secondFactor
  const dialog = await openFromProfile(walk, texts.account.security.entry)
  await lookAtTabs(walk, dialog, 'Security')
  await dialog.getByRole('tab').nth(1).click()
  await dialog.locator('.factor-head button').first().click()
  const secret = await dialog.getByLabel(app.secret).inputValue()
  await lookAtRest(walk, 'Second factor: set up')
  await dialog.getByLabel(app.code).fill(codeOf(secret))
  await page.keyboard.press('Enter')
  await dialog.getByRole('list', { name: texts.secondFactor.codes.list }).waitFor()
  await lookAtRest(walk, 'Recovery codes')

  await page.evaluate(() => {
    localStorage.removeItem('token')
    localStorage.removeItem('user')
  })
  await page.goto(url)
  await exactly(page, texts.auth.forgot.question).click()
  await exactly(page, texts.auth.forgot.back).waitFor()
  await lookAtRest(walk, 'Forgot password')
  await exactly(page, texts.auth.forgot.back).click()
  await page.getByLabel(texts.auth.signIn.username).fill(person.username)
  await page.getByLabel(texts.auth.signIn.password, { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: texts.secondFactor.signIn.title }).waitFor()
  await lookAtRest(walk, 'Sign-in with a code')
  await exactly(page, texts.secondFactor.proof.ways.recovery).click()
  await lookAtRest(walk, 'Sign-in with a recovery code')
}

/** `username` is another user. */
export async function walkUsers(walk: Walk, username: string) {
  const { page, texts } = walk
  const dialog = await openFromProfile(walk, texts.users.title)
  await lookAtTabs(walk, dialog, 'Users')
  await dialog.getByRole('tab').first().click()
  await exactly(dialog, texts.users.addUser).click()
  await lookAtRest(walk, 'Add user')
  await page.keyboard.press('Escape')
  await dialog.getByRole('searchbox').fill(username)
  const actions = [texts.users.editNamed, texts.users.deleteNamed, texts.users.viewAsNamed]
  for (const nameOf of actions) {
    await exactly(dialog, nameOf(username)).click()
    await lookAtRest(walk, nameOf(username))
    await page.keyboard.press('Escape')
  }
}

/** The step-up dialog: the first attempt is rejected as if the session were old. */
export async function walkStepUp(walk: Walk) {
  const { page, texts } = walk
  const create = /trpc\/[^?]*apiKeys\.create/
  await page.route(create, async (route) => {
    const error = { error: 'Forbidden', message: 'Confirm', code: 'STEP_UP_REQUIRED', statusCode: 403 }
    const body = { error: { message: 'Confirm', code: -32_603, data: { code: 'FORBIDDEN', error } } }
    const isBatch = route.request().url().includes('batch=1')
    await route.fulfill({ status: 403, json: isBatch ? [body] : body })
  })
  await visit(walk, '/app/apikey')
  await exactly(page, texts.apiKeys.add).click()
  await lookAtRest(walk, 'Create an API key')
  await page.getByLabel(texts.apiKeys.form.name).fill('Shop')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog', { name: texts.secondFactor.stepUp.title }).waitFor()
  await lookAtRest(walk, 'Step-up')
  await page.unroute(create)
}

export async function walkConnectModel(walk: Walk) {
  const { page, texts } = walk
  await visit(walk, '/app/credentials')
  await exactly(page.getByRole('main'), texts.common.connectModel).click()
  const dialog = dialogOf(page)
  await dialog.waitFor()
  for (const source of await dialog.getByRole('radio').all()) {
    await source.check({ force: true })
    await lookAtRest(walk, `Connect a model: ${await source.getAttribute('value')}`)
  }
}

export async function walkFlow(walk: Walk, flowData: string) {
  const { page, url, texts } = walk
  const name = `A flow with a name too long for a narrow screen ${process.pid}`
  await callAs(page, 'POST', '/chatflows', { name, type: 'CHATFLOW', flowData })
  await page.goto(`${url}/app/chatflows`)
  const choose = async (entry: string) => {
    await visit(walk, '/app/chatflows')
    await exactly(page, texts.flows.menu(name)).click()
    await lookAtRest(walk, 'Menu of a flow')
    await page.getByRole('menuitem', { name: entry }).click()
    await dialogOf(page).waitFor()
  }
  await choose(texts.common.share)
  for (const part of await page.locator('.share-rail button').all()) {
    await part.click()
    await lookAtRest(walk, `Share: ${await part.innerText()}`)
  }
  await choose(texts.common.configuration)
  const pages = page.locator('.config-rail button')
  await pages.first().waitFor()
  await lookAtRest(walk, 'Configuration')
  for (const each of await pages.all()) {
    const back = page.locator('.config-back')
    if (await back.isVisible()) {
      await back.click()
    }
    const title = await each.innerText()
    await each.click()
    await lookAtRest(walk, `Configuration: ${title}`)
  }
}

export async function walkOthers(walk: Walk) {
  const { page, url, texts } = walk
  for (const entry of [
    texts.shell.profile.details,
    texts.shell.profile.export,
    texts.shell.profile.about,
    texts.overlays.appearance.title,
    texts.overlays.shortcuts.title,
  ]) {
    await openFromProfile(walk, entry)
    await lookAtRest(walk, entry)
  }
  await visit(walk, '/app/usage-billing')
  await exactly(page, texts.usage.caps.open).click()
  await lookAtRest(walk, 'Limits')
  await visit(walk, '/app/chatflows')
  await page.getByTestId('wallet-balance').click()
  await lookAtRest(walk, 'Wallet')
  await exactly(dialogOf(page), texts.wallet.add).click()
  await lookAtRest(walk, 'Top-up')
  const screens = [
    ['variables', texts.variables.add],
    ['tools', texts.tools.create],
    ['credentials', texts.credentials.add],
  ] as const
  for (const [path, add] of screens) {
    // Closing the top-up dialog removes it from the URL.
    await page.goto(`${url}/app/${path}`)
    await exactly(page.getByRole('main'), add).click()
    await dialogOf(page).waitFor()
    await lookAtRest(walk, add)
  }
  await dialogOf(page).getByRole('button').filter({ hasText: 'OpenAI' }).first().click()
  await lookAtRest(walk, 'Credential')
}
