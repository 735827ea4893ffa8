import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callAs, openBrowser, passIn, register, signInAdmin, waitForAnnouncement } from './browser.ts'

// Export and import, notifications, version, colours, language, sizes. For axe, keyboard and 320 pixels see
// accessibility.test.ts.

const { openPage } = openBrowser()

async function openEntry(page: Page, name: string) {
  await page.getByRole('button', { name: /^(Profile|Profil)$/ }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

async function chooseFile(page: Page, name: string, content: string) {
  const chooser = page.waitForEvent('filechooser')
  await openEntry(page, 'Import')
  await (await chooser).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) })
}

test('an exported file is imported: kinds are selected, issues are shown, and nothing is imported before the preview', async () => {
  const { page, url, complaints } = await openPage()
  await signInAdmin(page, url)
  const mark = `city${process.pid}`
  await callAs(page, 'POST', '/variables', { name: mark, type: 'static', value: 'Van' })
  await callAs(page, 'POST', '/chatflows', { type: 'CHATFLOW', name: `Flow of ${mark}` })

  await openEntry(page, 'Export')
  let dialog = page.getByRole('dialog', { name: 'Select Data to Export' })
  const boxes = dialog.getByRole('checkbox')
  await boxes.first().waitFor()
  await expect.poll(() => boxes.count()).toBe(5)
  for (const box of await boxes.all()) {
    expect(await box.isChecked()).toBe(true)
    await box.uncheck({ force: true })
  }
  const go = dialog.getByRole('button', { name: 'Export', exact: true })
  await expect.poll(() => go.isDisabled()).toBe(true)
  await dialog.getByRole('checkbox', { name: /^Tools/ }).check({ force: true })
  await dialog.getByRole('checkbox', { name: /^Variables/ }).check({ force: true })
  const coming = page.waitForEvent('download')
  await go.click()
  const download = await coming
  await dialog.waitFor({ state: 'detached' })
  expect(download.suggestedFilename()).toMatch(/\.json$/)
  const file = readFileSync(await download.path(), 'utf8')
  const data = JSON.parse(file) as Record<string, unknown[]>
  expect(JSON.stringify(data.Variable)).toContain(mark)
  expect(file).not.toContain(`Flow of ${mark}`)

  await page.route(/export-import\/export/, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: '{"message":"The disk is on fire."}',
    }),
  )
  await openEntry(page, 'Export')
  dialog = page.getByRole('dialog', { name: 'Select Data to Export' })
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  const failed = page.getByTestId('toast').filter({ hasText: 'Failed to export: ' })
  await failed.waitFor()
  await passIn(page, 5_500)
  expect(await failed.isVisible()).toBe(true)
  await failed.getByRole('button', { name: 'Dismiss' }).click()
  await failed.waitFor({ state: 'detached' })

  await chooseFile(page, 'bad.json', '{"Tool": 5')
  await page.getByTestId('toast').filter({ hasText: 'Failed to import: ' }).waitFor()
  await chooseFile(page, 'ExportData.json', file)
  const summary = page.getByRole('dialog', { name: 'Import data' })
  await summary.getByRole('button', { name: 'Import', exact: true }).click()
  await waitForAnnouncement(page, 'Import All successful')
  expect(complaints.filter((complaint) => !complaint.includes('500'))).toEqual([])
})

test('the version dialog shows the current version and reports when the latest is unavailable', async () => {
  const { page, url } = await openPage()
  await register(page, url)
  await openEntry(page, 'About Flowtill')
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.innerText()).toMatch(/0\.1\.0/)
  await expect.poll(() => dialog.innerText()).toMatch(/not configured/i)
})

test('dark mode applies before the first paint on every page; Turkish applies everywhere; both survive a sign-out', async () => {
  const { page, url, complaints } = await openPage()
  await register(page, url)
  await page.getByRole('switch', { name: 'Dark mode' }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('isDarkMode'))).toBe('true')
  // The document before any script but the one in its head has run.
  await page.route(/assets\/.*\.js/, (route) => route.abort())
  await page.reload({ waitUntil: 'commit' })
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme))
    .toContain('dark')
  await page.unroute(/assets\/.*\.js/)
  await page.reload()

  await page.evaluate(() => localStorage.setItem('language', 'tr'))
  await page.reload()
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('tr')
  const english =
    /\b(Create|Search|Save|Delete|Cancel|Settings|Account|Balance|Credentials|Usage|Nothing|Sign out|Logout)\b/
  for (const path of ['chatflows', 'usage-billing', 'credentials']) {
    await page.goto(`${url}/app/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForFunction(() => !document.querySelector('.MuiSkeleton-root, [aria-busy="true"]'))
    const pageText = await page.locator('body').innerText()
    expect(
      pageText.split('\n').filter((line) => english.test(line)),
      path,
    ).toEqual([])
  }

  await openEntry(page, 'Çıkış yap')
  await page.waitForURL(`${url}/`)
  const stored = () =>
    page.evaluate(() => [
      localStorage.getItem('token'),
      localStorage.getItem('user'),
      localStorage.getItem('isDarkMode'),
    ])
  await expect.poll(stored).toEqual([null, null, 'true'])
  // Aborted on purpose above.
  expect(complaints.filter((complaint) => !complaint.includes('ERR_FAILED'))).toEqual([])
})

test('a search ignores case and diacritics', async () => {
  const { page, url } = await openPage()
  await register(page, url)
  await callAs(page, 'POST', '/chatflows', { type: 'CHATFLOW', name: 'Müşteri İlişkileri' })
  await callAs(page, 'POST', '/chatflows', { type: 'CHATFLOW', name: 'Depo' })
  await page.reload()
  for (const typed of ['musteri', 'İLİŞKİ', 'iliski']) {
    await page.getByRole('searchbox').first().fill(typed)
    await expect.poll(() => page.getByText('Depo', { exact: true }).count()).toBe(0)
    await page.getByText('Müşteri İlişkileri').first().waitFor()
  }
})

test('on a phone the menu opens and closes, and profile and export fill the screen; at 1200 pixels the menu stays open', async () => {
  const { page, url, complaints } = await openPage({ viewport: { width: 390, height: 844 }, hasTouch: true })
  await register(page, url)
  // The screen loads while the profile menu is open, and does not close it.
  const isOpen = page.getByRole('menuitem', { name: 'Details' }).waitFor()
  await page.route(/assets\/credentials-screen.*\.js/, async (route) => {
    await isOpen
    await route.continue()
  })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: 'Credentials' }).click()
  await page.waitForURL('**/app/credentials')
  await expect.poll(() => page.getByRole('link', { name: 'Usage & Billing' }).count()).toBe(0)

  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('heading', { level: 1, name: 'Credentials' }).waitFor()
  await page.getByRole('menuitem', { name: 'Details' }).click()
  const profile = page.getByRole('dialog', { name: 'User Profile Management' })
  await profile.getByText('Account Status').waitFor()
  await expect.poll(() => widthOf(page)).toBe(390)
  await profile.getByRole('button', { name: 'Close Profile' }).click()
  await openEntry(page, 'Export')
  await page.getByRole('dialog', { name: 'Select Data to Export' }).waitFor()
  await expect.poll(() => widthOf(page)).toBe(390)
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 1199, height: 800 })
  await expect.poll(() => page.getByRole('link', { name: 'Usage & Billing' }).count()).toBe(0)
  await page.setViewportSize({ width: 1200, height: 800 })
  await page.getByRole('link', { name: 'Credentials' }).waitFor()
  expect(complaints).toEqual([])
})

function widthOf(page: Page) {
  return page
    .getByRole('dialog')
    .last()
    .evaluate((node) => Math.round(node.getBoundingClientRect().width))
}
