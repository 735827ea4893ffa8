import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { tr } from '#client/texts/tr.ts'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { goTo, inside, outside, speak, still } from './axe.ts'
import { atRest, callAs, openBrowser, register, signInAdmin, untilFocused } from './browser.ts'
import {
  type Look,
  walkConnectModel,
  walkFlow,
  walkOthers,
  walkSecondFactor,
  walkStepUp,
  walkUsers,
} from './dialog-walk.ts'

const { openPage } = openBrowser()
const phone = { ...still, viewport: { width: 390, height: 844 } }

/** Lists and code scroll on their own; pages and dialogs must not, and no text is clipped at their edge. */
function findOverflow(page: Page) {
  return page.evaluate(() => {
    const root = document.documentElement
    // Joy keeps a closed drawer in the page.
    const open = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].filter((part) =>
      part.checkVisibility({ visibilityProperty: true }),
    )
    const top = open.at(-1) ?? document.body
    const rooms = [root, ...top.querySelectorAll('.MuiDialogContent-root')]
    const wide = rooms.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)

    const scrollers = [...top.querySelectorAll('*')].filter(
      (part) => !rooms.includes(part) && getComputedStyle(part).overflowX !== 'visible',
    )
    const hasText = (part: Element) =>
      [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    const isOutside = (part: Element) => {
      const { left, right, width } = part.getBoundingClientRect()
      return width > 2 && (right > innerWidth + 1 || left < -1)
    }
    const cut = [...top.querySelectorAll('*')].filter(
      (part) => hasText(part) && isOutside(part) && !scrollers.some((each) => each.contains(part)),
    )
    return [...wide, ...cut].map((part) => `${part.className} ${part.textContent?.slice(0, 40)}`)
  })
}

test('on a narrow screen, where the menu is a drawer, the shortcuts work', async () => {
  const { page, url, complaints } = await openPage(phone)
  await register(page, url)
  await page.getByRole('heading', { name: 'ChatFlows' }).waitFor()
  await atRest(page)

  await page.keyboard.press('Control+k')
  await page.getByRole('option').first().waitFor()
  await untilFocused(page.getByRole('dialog'))
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(complaints).toEqual([])
})

function collect() {
  const found: string[] = []
  const look: Look = async (page, where) => {
    found.push(...(await findOverflow(page)).map((each) => `${where}: ${each}`))
  }
  return { found, look }
}

test('a template shows its links on a phone', async () => {
  const { page, url, complaints } = await openPage(phone)
  await signInAdmin(page, url, '/app/flow-templates')
  await page.getByRole('link', { name: 'Help desk' }).click()
  // Zoomed out, links are painted as one path per kind; zoomed in, one by one.
  const lines = page.locator('.react-flow__edge-path, .plain-wires path')
  await expect.poll(() => lines.count()).toBeGreaterThanOrEqual(2)
  expect(complaints).toEqual([])
})

test.for(['en', 'tr'] as const)('at 390 pixels no screen scrolls sideways: %s', async (language) => {
  const { found, look } = collect()
  const user = await openPage(phone)
  await user.page.goto(user.url)
  await speak(user.page, language)
  for (const path of outside) {
    await goTo(user.page, path)
    await look(user.page, path)
  }

  const { page, url } = await openPage(phone)
  await signInAdmin(page, url)
  await speak(page, language)
  await callAs(page, 'POST', '/variables', {
    name: `LONG_${language}_${process.pid}`,
    value: 'x'.repeat(200),
    type: 'static',
  })
  for (const path of inside.filter((each) => !/^\/(agent)?canvas/.test(each))) {
    await goTo(page, path)
    await look(page, path)
  }

  expect(found).toEqual([])
})

// Turkish texts are longer, and accessibility-dialogs covers most of these dialogs in English.
test('at 390 pixels no dialog scrolls sideways', async () => {
  const { found, look } = collect()
  const user = await openPage(phone)
  await user.page.goto(user.url)
  await speak(user.page, 'tr')
  const person = await register(user.page, user.url)
  await walkSecondFactor({ ...user, texts: tr, look }, person)

  const { page, url } = await openPage(phone)
  await signInAdmin(page, url)
  await speak(page, 'tr')
  const walk = { page, url, texts: tr, look }
  await walkUsers(walk, person.username)
  await walkStepUp(walk)
  await walkConnectModel(walk)
  await walkFlow(walk, aDemoFlow())
  await walkOthers(walk)

  expect(found).toEqual([])
})
