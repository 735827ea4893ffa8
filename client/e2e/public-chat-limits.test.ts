import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import type { SavedFlow } from '#shared/flows.ts'
import { callAs, openBrowser, register, signInAdmin } from './browser.ts'
import { ask, lastAnswer, openPublicFlow } from './public-chat.ts'

const browser = openBrowser()
const nothingOfMoney = /\$|balance|wallet|top up/i

test('above the rate limit the visitor reads the owner’s sentence, and may try again later', async () => {
  const rateLimit = { status: true, limitMax: 1, limitDuration: 60, limitMsg: 'Slowly, please.' }
  const { visit } = await openPublicFlow(browser, {
    flowData: aDemoFlow(),
    more: { apiConfig: JSON.stringify({ rateLimit }) },
  })
  const { page } = await visit()

  await ask(page, 'What is 12 * 7?')
  await expect.poll(() => lastAnswer(page).innerText()).toContain('84')
  await ask(page, 'And 12 * 8?')

  await expect
    .poll(() => lastAnswer(page).innerText())
    .toMatch(/Slowly, please\. Try again in \d+ seconds?\./)
  await lastAnswer(page).getByRole('button', { name: 'Try again' }).waitFor()
})

test('a private flow and an unknown one are rejected politely, in the language of the browser', async () => {
  const { url, change, visit } = await openPublicFlow(browser, { flowData: aDemoFlow() })
  const { page: open } = await visit()
  await change({ isPublic: false })

  const { page } = await visit({ locale: 'tr-TR' })
  await page.getByRole('heading', { name: 'Bu asistan burada kullanılamıyor' }).waitFor()
  expect(await page.getByRole('link', { name: 'Giriş yap' }).getAttribute('href')).toBe('/')
  await page.goto(`${url}/chatbot/none`)
  await page.getByRole('heading', { name: 'Bu asistan burada kullanılamıyor' }).waitFor()

  await ask(open, 'Are you still there?')
  await expect.poll(() => lastAnswer(open).innerText()).toContain('This assistant is no longer available.')
})

test('without money and above the cap of a day the visitor sees none of it, and the owner is told', async () => {
  const owner = await browser.openPage()
  await register(owner.page, owner.url, '/api/v1/ping')
  const admin = await browser.openPage()
  await signInAdmin(admin.page, admin.url, '/api/v1/ping')
  const { id: userId } = (await callAs(owner.page, 'GET', '/auth/me')) as { id: string }
  const { id } = (await callAs(owner.page, 'POST', '/chatflows', {
    ...{ name: 'Poor', type: 'CHATFLOW', flowData: aDemoFlow(), isPublic: true },
  })) as SavedFlow
  const { balance } = (await callAs(owner.page, 'GET', '/wallets/me')) as { balance: number }
  await callAs(admin.page, 'POST', '/wallets/credit', { userId, amount: `-${balance}` })

  const { page, url } = await browser.openPage()
  await page.goto(`${url}/chatbot/${id}`)
  await ask(page, 'What is 12 * 7?')
  await expect.poll(() => lastAnswer(page).innerText()).toContain('This chatbot is not available right now.')
  expect(await page.locator('body').innerText()).not.toMatch(nothingOfMoney)
  expect(await notificationsOf(owner.page)).toContain('flow_failed_for_visitor')

  await callAs(admin.page, 'POST', '/wallets/credit', { userId, amount: '5' })
  await callAs(owner.page, 'PUT', `/usage/flow-caps/${id}`, { perDay: '0.000001', perConversation: null })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => lastAnswer(page).innerText()).toContain('84')
  await ask(page, 'And 12 * 8?')
  await lastAnswer(page).getByRole('alert').getByText('This chatbot is not available right now.').waitFor()
  expect(await page.locator('body').innerText()).not.toMatch(nothingOfMoney)
})

function notificationsOf(page: Page) {
  return page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
    return (await fetch('/trpc/notifications.list', { headers })).text()
  })
}
