import { expect, test } from 'vitest'
import { en } from '#client/texts/en.ts'
import { still, type Violation, violationsInBothSchemes } from './axe.ts'
import { openBrowser, register, signInAdmin } from './browser.ts'
import { type Look, walkConnectModel, walkSecondFactor, walkStepUp, walkUsers } from './dialog-walk.ts'

const { openPage } = openBrowser()

function collect() {
  const violations: Violation[] = []
  const seen: string[] = []
  const look: Look = async (page, where) => {
    seen.push(where)
    violations.push(...(await violationsInBothSchemes(page, where, { isStrict: true })))
  }
  return { violations, seen, look }
}

test('a second factor is set up and requested without accessibility issues', async () => {
  const { page, url } = await openPage(still)
  const { violations, seen, look } = collect()
  const person = await register(page, url)

  await walkSecondFactor({ page, url, texts: en, look }, person)

  expect(violations).toEqual([])
  expect(seen).toHaveLength(9)
})

test('the admin dialogs have no accessibility issues', async () => {
  const other = await openPage()
  const { username } = await register(other.page, other.url)
  const { page, url } = await openPage(still)
  const { violations, seen, look } = collect()
  await signInAdmin(page, url)

  await walkUsers({ page, url, texts: en, look }, username)
  await walkStepUp({ page, url, texts: en, look })
  await walkConnectModel({ page, url, texts: en, look })

  expect(violations).toEqual([])
  expect(seen.length).toBeGreaterThan(10)
})
