import { expect, test } from 'vitest'
import { en } from '#client/texts/en.ts'
import { type Fault, faultsInBothSchemes, still } from './axe.ts'
import { openBrowser, register, signInAdmin } from './browser.ts'
import { type Look, walkConnectModel, walkSecondFactor, walkStepUp, walkUsers } from './dialog-walk.ts'

const { openPage } = openBrowser()

function collect() {
  const faults: Fault[] = []
  const seen: string[] = []
  const look: Look = async (page, where) => {
    seen.push(where)
    faults.push(...(await faultsInBothSchemes(page, where, { isStrict: true })))
  }
  return { faults, seen, look }
}

test('a second factor is set up, and asked for, without a barrier', async () => {
  const { page, url } = await openPage(still)
  const { faults, seen, look } = collect()
  const person = await register(page, url)

  await walkSecondFactor({ page, url, texts: en, look }, person)

  expect(faults).toEqual([])
  expect(seen).toHaveLength(9)
})

test('the dialogs of admins have no barrier', async () => {
  const other = await openPage()
  const { username } = await register(other.page, other.url)
  const { page, url } = await openPage(still)
  const { faults, seen, look } = collect()
  await signInAdmin(page, url)

  await walkUsers({ page, url, texts: en, look }, username)
  await walkStepUp({ page, url, texts: en, look })
  await walkConnectModel({ page, url, texts: en, look })

  expect(faults).toEqual([])
  expect(seen.length).toBeGreaterThan(10)
})
