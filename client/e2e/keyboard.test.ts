import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { still } from './axe.ts'
import { atRest, callAs, openBrowser, register, untilFocused, waitForAnnouncement } from './browser.ts'

// From sign-in to a published flow and a second factor by keyboard alone: no pointer is used here.

const { openPage } = openBrowser()

function readFocus(page: Page) {
  return page.evaluate(() => {
    const part = document.activeElement as HTMLElement
    const label = (part as HTMLInputElement).labels?.[0]?.textContent
    const name = part.getAttribute('aria-label') ?? label ?? part.textContent ?? ''
    const { width, height } = part.getBoundingClientRect()

    // Joy draws the focus ring of a field on an ancestor.
    const around = [part, part.parentElement, part.parentElement?.parentElement].filter(
      (each) => each !== null,
    )
    const styles = around.flatMap((each) =>
      each ? [undefined, '::before', '::after'].map((pseudo) => getComputedStyle(each, pseudo)) : [],
    )
    const isRinged = styles.some(
      ({ outlineStyle, outlineWidth, boxShadow }) =>
        (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow.includes('inset'),
    )
    // Cards and wires mark the focus by border and stroke.
    const isDrawn = part.closest('.react-flow') !== null || isRinged
    return {
      name: name.trim(),
      isSeen: isDrawn && width > 0 && height > 0,
      html: part.outerHTML.slice(0, 200),
    }
  })
}

/** Presses the key until the named element has the focus. Every element on the way must be visible. */
async function moveTo(page: Page, name: RegExp, key = 'Tab') {
  const unseen: string[] = []
  for (let steps = 0; steps < 80; steps++) {
    const focus = await readFocus(page)
    if (name.test(focus.name)) {
      expect(unseen).toEqual([])
      return
    }
    await page.keyboard.press(key)
    const { isSeen, html } = await readFocus(page)
    if (!isSeen && !html.startsWith('<body')) {
      unseen.push(html)
    }
  }
  throw new Error(`No way to ${name} with ${key}`)
}

async function expectFocus(page: Page, name: RegExp) {
  await expect.poll(async () => (await readFocus(page)).name).toMatch(name)
}

test('a flow is created, run, published and shared, and a second factor set up, with the keyboard alone', async () => {
  const { page, url, complaints } = await openPage(still)
  const { username, password } = await register(page, url, '/api/v1/ping')
  await callAs(page, 'POST', '/chatflows', { name: 'First', type: 'CHATFLOW', flowData: aDemoFlow() })
  await page.evaluate(() => localStorage.clear())
  await page.goto(url)

  await untilFocused(page.getByLabel('Username or email'))
  await page.keyboard.type(username)
  await moveTo(page, /^Password$/)
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/chatflows')
  await page.getByRole('heading', { level: 1, name: 'ChatFlows' }).waitFor()
  await page.getByRole('link', { name: 'First' }).waitFor()
  await atRest(page)

  await moveTo(page, /^New flow$/)
  await page.keyboard.press('Enter')
  await untilFocused(page.getByRole('menu'))
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'hidden' })
  await expectFocus(page, /^New flow$/)
  await page.keyboard.press('Enter')
  await untilFocused(page.getByRole('menu'))
  await moveTo(page, /^From a template/, 'ArrowDown')
  await page.keyboard.press('Enter')
  const picker = page.getByRole('dialog', { name: 'New flow from a template' })
  await picker.waitFor()
  await page.keyboard.press('Escape')
  await picker.waitFor({ state: 'detached' })
  await expectFocus(page, /^New flow$/)

  await page.keyboard.press('n')
  await untilFocused(page.getByRole('menu'))
  await page.keyboard.press('t')
  await untilFocused(picker.getByRole('searchbox'))
  await page.keyboard.type('help desk')
  await moveTo(page, /^Use Help desk$/)
  await page.keyboard.press('Enter')
  await untilFocused(page.getByRole('dialog').getByLabel('Name'))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/canvas/*')
  await page.getByRole('application').waitFor()
  await atRest(page)

  await moveTo(page, /^Chat$/)
  await page.keyboard.press('Enter')
  await untilFocused(page.getByRole('textbox', { name: 'Message', exact: true }))
  await page.keyboard.type('What are your opening hours?')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('log').getByRole('article').count()).toBeGreaterThan(1)
  await page.getByTestId('run-receipt').waitFor()

  const isInHeader = () => page.evaluate(() => document.activeElement?.closest('header') != null)
  for (let regions = 0; regions < 8 && !(await isInHeader()); regions++) {
    await page.keyboard.press('F6')
  }
  await moveTo(page, /^Publish$/)
  await page.keyboard.press('Enter')
  await waitForAnnouncement(page, 'is live.')
  await moveTo(page, /^Share$/)
  await page.keyboard.press('Enter')
  const share = page.getByRole('dialog', { name: 'Share / API' })
  await share.getByRole('region', { name: 'cURL code' }).waitFor()
  await moveTo(page, /^Share link$/)
  await page.keyboard.press('Enter')
  await share.getByRole('switch', { name: 'Public' }).waitFor()
  await page.keyboard.press('Escape')
  await share.waitFor({ state: 'detached' })
  await expectFocus(page, /^Share$/)

  await page.keyboard.press('Control+k')
  await untilFocused(page.getByRole('combobox', { name: 'Search or jump to' }))
  await page.keyboard.type('chatflows')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/chatflows')
  await page.getByRole('heading', { level: 1, name: 'ChatFlows' }).waitFor()
  await atRest(page)
  await moveTo(page, /^Profile$/, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await moveTo(page, /^Security$/, 'ArrowDown')
  await page.keyboard.press('Enter')
  const security = page.getByRole('dialog', { name: 'Security' })
  await security.waitFor()
  await moveTo(page, /^Password$/, 'Shift+Tab')
  await page.keyboard.press('ArrowRight')
  await expectFocus(page, /^Second factor$/)
  await moveTo(page, /^Set up: Authenticator app$/)
  await page.keyboard.press('Enter')
  await expectFocus(page, /^Then enter the code it shows/)
  await page.keyboard.press('Escape')
  await security.waitFor({ state: 'detached' })
  await expectFocus(page, /^Profile$/)
  expect(complaints).toEqual([])
})
