import axe from 'axe-core'
import type { Page } from 'playwright-core'
import type { RouteObject } from 'react-router'
import { RequireSession } from '#client/app/guards.tsx'
import { routes } from '#client/app/routes.tsx'
import { type openBrowser, signInAdmin } from './browser.ts'

type Screen = { path: string; look: string }

/** Every path with its own screen; redirects have no title. */
function screensOf(list: readonly RouteObject[], parent = ''): Screen[] {
  return list.flatMap(({ path, children, handle, element }) => {
    const fullPath = path?.startsWith('/') || !path ? path || parent : `${parent}/${path}`
    // A route without its own path shows the screen of another one.
    const own = handle && path ? [{ path: filled(fullPath), look: lookOf(element) ?? fullPath }] : []
    return [...own, ...screensOf(children ?? [], fullPath)]
  })
}

/** Ids that do not exist, which is also a state of a screen. */
function filled(path: string) {
  return path
    .replaceAll(/\/:\w+\?/g, '')
    .replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')
    .replaceAll('*', 'nowhere')
    .replace(/^\/*/, '/')
}

/** Unbuilt screens look the same on several paths; one is enough. */
function lookOf(element: unknown): string | undefined {
  const { props } = element as { props: { text?: string; page?: 'ok' | 'fail' } }
  return props.text ?? (props.page && 'payment')
}

function pathsOf(isInside: boolean): string[] {
  const list = routes.filter(
    ({ element }) => ((element as { type?: unknown })?.type === RequireSession) === isInside,
  )
  return [...new Map(screensOf(list).map(({ path, look }) => [look, path])).values()]
}
export const outside = pathsOf(false)
export const inside = pathsOf(true)

export async function goTo(page: Page, path: string) {
  await page.evaluate((to) => {
    // A page that is already at the path keeps its elements, as after a change of language.
    if (location.pathname !== to) {
      for (const part of document.querySelectorAll('*')) {
        part.setAttribute('data-before', '')
      }
    }
    history.pushState({ idx: 0 }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: { idx: 0 } }))
  }, path)
  await page.waitForFunction((heads) => {
    const hasCome = [...document.querySelectorAll(heads)].some((head) => !head.hasAttribute('data-before'))
    return hasCome && !document.querySelector('.MuiSkeleton-root, [aria-busy="true"]')
  }, HEADS)
}

const HEADS = 'h1, [role="application"], [role="alert"], main > .MuiTypography-title-lg'

/**
 * Disables colour transitions: axe must not measure intermediate colours, and with thousands of elements they take
 * one frame per level.
 */
async function setScheme(page: Page, isDark: boolean) {
  await page.evaluate(async (dark) => {
    if (document.adoptedStyleSheets.length === 0) {
      const still = new CSSStyleSheet()
      still.replaceSync('*, ::before, ::after { transition: none !important }')
      document.adoptedStyleSheets = [still]
    }
    localStorage.setItem('isDarkMode', String(dark))
    dispatchEvent(new Event('flowtill-storage'))
    for (let still = 0; still < 5; ) {
      await new Promise(requestAnimationFrame)
      still = document.getAnimations().some((each) => each instanceof CSSTransition) ? 0 : still + 1
    }
  }, isDark)
}

export type Violation = { where: string; rule: string; impact: string; target: string }

const blocking: readonly unknown[] = ['serious', 'critical']

type Search = { only?: 'colours'; isStrict?: boolean }

/**
 * Reports serious and critical violations; `isStrict` adds all others. `only` limits dark mode to contrast, since
 * nothing else differs.
 */
async function issuesOf(page: Page, where: string, { only, isStrict = false }: Search): Promise<Violation[]> {
  // Once per page: the source is half a megabyte.
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(axe.source)
  }
  const { violations } = await page.evaluate(
    (options) => (globalThis as unknown as { axe: typeof axe }).axe.run(document, options),
    // Preloading style sheets and sounds is needed only by rules that are off or do not apply here.
    { resultTypes: ['violations' as const], preload: false, ...(only && { runOnly: ['color-contrast'] }) },
  )
  return violations
    .filter(({ impact }) => isStrict || blocking.includes(impact))
    .flatMap(({ id, impact, nodes }) =>
      nodes.map((node) => ({
        where,
        rule: id,
        impact: String(impact),
        target: `${node.target.join(' ')} ${node.html.slice(0, 160)}`,
      })),
    )
}

export async function violationsInBothSchemes(
  page: Page,
  where: string,
  { isStrict = false } = {},
): Promise<Violation[]> {
  await setScheme(page, false)
  const light = await issuesOf(page, `${where} light`, { isStrict })
  await setScheme(page, true)
  return [...light, ...(await issuesOf(page, `${where} dark`, { only: 'colours', isStrict }))]
}

async function violationsOfAll(page: Page, paths: readonly string[], language: string) {
  const violations: Violation[] = []
  for (const path of paths) {
    await goTo(page, path)
    violations.push(...(await violationsInBothSchemes(page, `${path} ${language}`)))
  }
  return violations
}

/** Without animations nothing is captured half way. */
export const still = { reducedMotion: 'reduce' as const }

export async function speak(page: Page, language: string) {
  await page.evaluate((spoken) => localStorage.setItem('language', spoken), language)
  await page.reload()
}

export async function violationsOfEveryScreen(
  { openPage }: ReturnType<typeof openBrowser>,
  language: string,
) {
  const { page, url } = await openPage(still)
  await page.goto(url)
  await speak(page, language)
  const violations = await violationsOfAll(page, outside, language)

  await speak(page, 'en')
  await signInAdmin(page, url)
  await speak(page, language)
  return [...violations, ...(await violationsOfAll(page, inside, language))]
}
