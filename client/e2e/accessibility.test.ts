import axe from 'axe-core'
import type { Page } from 'playwright-core'
import type { RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { RequireSession } from '#client/app/guards.tsx'
import { routes } from '#client/app/routes.tsx'
import { openBrowser, register, signInAdmin } from './browser.ts'

const { openPage } = openBrowser()

type Screen = { path: string; look: string }

/** Every address with a screen of its own: those that only lead elsewhere have no title. */
function screensOf(list: readonly RouteObject[], parent = ''): Screen[] {
  return list.flatMap(({ path, children, handle, element }) => {
    const whole = path?.startsWith('/') || !path ? path || parent : `${parent}/${path}`
    const own = handle ? [{ path: filled(whole), look: lookOf(element) ?? whole }] : []
    return [...own, ...screensOf(children ?? [], whole)]
  })
}

/** Ids of nothing, which is a state of a screen as well. */
function filled(path: string) {
  return path
    .replaceAll(/\/:\w+\?/g, '')
    .replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')
    .replaceAll('*', 'nowhere')
    .replace(/^\/*/, '/')
}

/** Screens that are not built yet look the same at several addresses; one look is enough. */
function lookOf(element: unknown): string | undefined {
  const { props } = element as { props: { text?: string } }
  return props.text
}

function pathsOf(isInside: boolean): string[] {
  const list = routes.filter(
    ({ element }) => ((element as { type?: unknown })?.type === RequireSession) === isInside,
  )
  return [...new Map(screensOf(list).map(({ path, look }) => [look, path])).values()]
}
const outside = pathsOf(false)
const inside = pathsOf(true)

/** Goes there as a link would: the page is not loaded again, which keeps this file quick. */
async function goTo(page: Page, path: string) {
  await page.evaluate((to) => {
    const heading = document.querySelector('h1')
    heading?.setAttribute('data-before', heading.textContent ?? '')
    history.pushState({ idx: 0 }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: { idx: 0 } }))
  }, path)
  await settle(page)
}

/** The screen has come, and what it waits for, too. Two screens of one title cannot be told apart: after a while either counts. */
async function settle(page: Page) {
  const hasCome = () => {
    const heading = document.querySelector('h1')
    const isNew = heading !== null && heading.dataset.before !== heading.textContent
    const isCanvas = document.querySelector('[role="application"]') !== null
    return (isNew || isCanvas) && !document.querySelector('.MuiSkeleton-root, [aria-busy="true"]')
  }
  await page.waitForFunction(hasCome, undefined, { timeout: 2_000 }).catch(() => undefined)
}

/**
 * Colours are not to be measured on their way. An inherited colour goes down one level of the page per frame, so several
 * frames have to pass in which none changes.
 */
async function setScheme(page: Page, isDark: boolean) {
  await page.evaluate(async (dark) => {
    localStorage.setItem('isDarkMode', String(dark))
    dispatchEvent(new Event('flowtill-storage'))
    for (let still = 0; still < 5; ) {
      await new Promise(requestAnimationFrame)
      still = document.getAnimations().some((each) => each instanceof CSSTransition) ? 0 : still + 1
    }
  }, isDark)
}

type Fault = { where: string; rule: string; impact: string; target: string }

/** What keeps somebody out: serious and critical. Colours alone in the dark, where nothing else is different. */
async function faultsOf(page: Page, where: string, only?: 'colours'): Promise<Fault[]> {
  // Once per page: the source is half a megabyte.
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(axe.source)
  }
  const { violations } = await page.evaluate(
    (options) => (globalThis as unknown as { axe: typeof axe }).axe.run(document, options),
    { resultTypes: ['violations' as const], ...(only && { runOnly: ['color-contrast'] }) },
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, impact, nodes }) =>
      nodes.map((node) => ({
        where,
        rule: id,
        impact: String(impact),
        target: `${node.target.join(' ')} ${node.html.slice(0, 160)}`,
      })),
    )
}

async function faultsInBothSchemes(page: Page, where: string): Promise<Fault[]> {
  await setScheme(page, false)
  const light = await faultsOf(page, `${where} light`)
  await setScheme(page, true)
  return [...light, ...(await faultsOf(page, `${where} dark`, 'colours'))]
}

async function faultsOfAll(page: Page, paths: readonly string[], language: string) {
  const faults: Fault[] = []
  for (const path of paths) {
    await goTo(page, path)
    faults.push(...(await faultsInBothSchemes(page, `${path} ${language}`)))
  }
  return faults
}

/** Without motion nothing is caught half way. */
const still = { reducedMotion: 'reduce' as const }

test.each(['en', 'tr'])('no screen keeps anybody out, in either scheme: %s', async (language) => {
  const { page, url } = await openPage(still)
  await page.goto(url)
  await speak(page, language)
  const faults = await faultsOfAll(page, outside, language)

  await speak(page, 'en')
  await signInAdmin(page, url)
  await speak(page, language)
  faults.push(...(await faultsOfAll(page, inside, language)))

  expect(inside.length).toBeGreaterThan(15)
  expect(faults).toEqual([])
})

async function speak(page: Page, language: string) {
  await page.evaluate((spoken) => localStorage.setItem('language', spoken), language)
  await page.reload()
}

test('what opens over a screen keeps nobody out either', async () => {
  const { page, url } = await openPage(still)
  await register(page, url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const faults: Fault[] = []

  await page.keyboard.press('Control+k')
  await page.getByRole('option').first().waitFor()
  faults.push(...(await faultsInBothSchemes(page, 'palette')))
  await page.keyboard.press('Escape')

  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  faults.push(...(await faultsInBothSchemes(page, 'shortcuts')))
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Notifications' }).click()
  await page.getByRole('dialog', { name: 'Notifications' }).waitFor()
  faults.push(...(await faultsInBothSchemes(page, 'notifications')))
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('menuitem', { name: 'Appearance' }).waitFor()
  faults.push(...(await faultsInBothSchemes(page, 'profile menu')))
  await page.getByRole('menuitem', { name: 'Appearance' }).click()
  await page.getByRole('dialog', { name: 'Appearance' }).waitFor()
  faults.push(...(await faultsInBothSchemes(page, 'appearance')))
  await page.keyboard.press('Escape')

  await page.getByTestId('wallet-balance').click()
  await page.getByRole('dialog', { name: 'My Wallet' }).waitFor()
  faults.push(...(await faultsInBothSchemes(page, 'wallet')))

  expect(faults).toEqual([])
})

test('at 320 pixels nothing has to be scrolled sideways, but the canvas', async () => {
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

test('with the keyboard alone: past the menu, to a screen by its name, and back out of what opened', async () => {
  const { page, url, complaints } = await openPage(still)
  await register(page, url)
  await page.getByRole('heading', { name: 'ChatFlows' }).waitFor()

  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Skip to content')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).waitFor()
  await page.keyboard.type('integ')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/integrations')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  await expect.poll(() => page.title()).toBe('Integrations · Flowtill')

  await page.getByRole('button', { name: /^Search or jump/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Search or jump to' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toMatch(/^Search or jump/)
  expect(complaints).toEqual([])
})

function focused(page: Page) {
  return page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
  )
}
