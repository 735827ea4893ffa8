import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { goTo, inside, outside, speak, still, type Violation, violationsInBothSchemes } from './axe.ts'
import { atRest, openBrowser, register, signInAdmin, untilFocused } from './browser.ts'

const { openPage } = openBrowser()

test('overlays have no accessibility issues', async () => {
  const { page, url } = await openPage(still)
  await register(page, url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await atRest(page)
  const violations: Violation[] = []

  await page.keyboard.press('Control+k')
  await page.getByRole('option').first().waitFor()
  violations.push(...(await violationsInBothSchemes(page, 'palette')))
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  violations.push(...(await violationsInBothSchemes(page, 'shortcuts')))
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Notifications' }).click()
  await page.getByRole('dialog', { name: 'Notifications' }).waitFor()
  violations.push(...(await violationsInBothSchemes(page, 'notifications')))
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('menuitem', { name: 'Appearance' }).waitFor()
  violations.push(...(await violationsInBothSchemes(page, 'profile menu')))
  await page.getByRole('menuitem', { name: 'Appearance' }).click()
  await page.getByRole('dialog', { name: 'Appearance' }).waitFor()
  violations.push(...(await violationsInBothSchemes(page, 'appearance')))
  await page.keyboard.press('Escape')

  await page.getByTestId('wallet-balance').click()
  await page.getByRole('dialog', { name: 'My Wallet' }).waitFor()
  violations.push(...(await violationsInBothSchemes(page, 'wallet')))

  expect(violations).toEqual([])
})

test('a run and its node details have no accessibility issues', async () => {
  const { page, url } = await openPage(still)
  await register(page, url)
  await page.getByRole('button', { name: 'Can I return a plate that arrived chipped?' }).click()
  await page.getByTestId('run-receipt').waitFor()
  await expect.poll(() => page.getByTestId('run-receipt').innerText()).toMatch(/Total/)
  const violations: Violation[] = []
  for (const view of ['Table', 'Logs', 'Timeline']) {
    await page.getByRole('tab', { name: view }).click()
    violations.push(...(await violationsInBothSchemes(page, view)))
  }

  await page.getByRole('button', { name: 'Earlier runs' }).first().click()
  await page.getByRole('dialog', { name: 'Earlier runs' }).getByRole('button').first().waitFor()
  violations.push(...(await violationsInBothSchemes(page, 'earlier runs')))
  await page.keyboard.press('Escape')

  await page.locator('.run-timeline').getByRole('button').last().click()
  await page.getByRole('tab', { name: 'Last run' }).click()
  await page.locator('.last-run').waitFor()
  violations.push(...(await violationsInBothSchemes(page, 'last run')))
  await page.getByRole('radio', { name: 'Changes' }).check({ force: true })
  violations.push(...(await violationsInBothSchemes(page, 'last run, compared')))

  expect(violations).toEqual([])
})

test('at 320 pixels only the canvas scrolls sideways', async () => {
  const { page, url } = await openPage({ ...still, viewport: { width: 320, height: 640 } })
  await page.goto(url)
  await speak(page, 'tr')
  const tooWide: string[] = []
  const check = async (paths: readonly string[]) => {
    for (const path of paths) {
      await goTo(page, path)
      const width = await page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0)
      if (width > 320) {
        tooWide.push(`${path} ${width}`)
      }
    }
  }

  await check(outside)
  await speak(page, 'en')
  await signInAdmin(page, url)
  await speak(page, 'tr')
  await check(inside.filter((path) => !path.startsWith('/canvas')))

  expect(tooWide).toEqual([])
})

test('keyboard only: skips the menu, opens a screen by name, and closes overlays', async () => {
  const { page, url, complaints } = await openPage(still)
  await register(page, url)
  await page.getByRole('heading', { name: 'ChatFlows' }).waitFor()

  await atRest(page)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Tab')
  await expect.poll(() => focused(page)).toBe('Skip to content')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')

  await page.keyboard.press('Control+k')
  await untilFocused(page.getByRole('combobox', { name: 'Search or jump to' }))
  await page.keyboard.type('creden')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/credentials')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  await expect.poll(() => page.title()).toBe('Credentials · Flowtill')

  await page.getByRole('button', { name: /^Search or jump/ }).focus()
  await page.keyboard.press('Enter')
  await untilFocused(page.getByRole('combobox', { name: 'Search or jump to' }))
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toMatch(/^Search or jump/)
  expect(complaints).toEqual([])
})

function focused(page: Page) {
  return page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
  )
}
