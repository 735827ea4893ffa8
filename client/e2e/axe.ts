import axe from 'axe-core'
import type { Page } from 'playwright-core'
import type { RouteObject } from 'react-router'
import { RequireSession } from '#client/app/guards.tsx'
import { routes } from '#client/app/routes.tsx'
import { type openBrowser, signInAdmin } from './browser.ts'

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
export const outside = pathsOf(false)
export const inside = pathsOf(true)

/** Goes there as a link would: the page is not loaded again, which keeps this file quick. */
export async function goTo(page: Page, path: string) {
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

export type Fault = { where: string; rule: string; impact: string; target: string }

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

export async function faultsInBothSchemes(page: Page, where: string): Promise<Fault[]> {
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
export const still = { reducedMotion: 'reduce' as const }

export async function speak(page: Page, language: string) {
  await page.evaluate((spoken) => localStorage.setItem('language', spoken), language)
  await page.reload()
}

/** Every screen of an administrator, and every door before it. */
export async function faultsOfEveryScreen({ openPage }: ReturnType<typeof openBrowser>, language: string) {
  const { page, url } = await openPage(still)
  await page.goto(url)
  await speak(page, language)
  const faults = await faultsOfAll(page, outside, language)

  await speak(page, 'en')
  await signInAdmin(page, url)
  await speak(page, language)
  return [...faults, ...(await faultsOfAll(page, inside, language))]
}
