import type { Appearance, ChatColors } from '#shared/appearance.ts'
import { darkColorsOf } from '#shared/chat-look.ts'
import { contrastOf } from '#shared/contrast.ts'

const darkQuery = '(prefers-color-scheme: dark)'
const LEAST_CONTRAST = 4.5
const links = ['#214A98', '#8DB1F5']

/** Colors the chat, and again when the visitor's system changes between light and dark. */
export function applyTheme(root: HTMLElement, appearance: Appearance, signal: AbortSignal) {
  const system = matchMedia(darkQuery)
  const apply = () => colorChat(root, appearance, system.matches)
  system.addEventListener('change', apply, { signal })
  apply()
}

function colorChat(root: HTMLElement, appearance: Appearance, isSystemDark: boolean) {
  const { scheme, light, fontSize } = appearance
  const isDark = scheme === 'dark' || (scheme === 'auto' && isSystemDark)
  const colors = isDark ? darkColorsOf(appearance) : light
  root.dataset.scheme = isDark ? 'dark' : 'light'
  for (const [name, value] of Object.entries({ ...colors, link: linkColor(colors) })) {
    root.style.setProperty(`--${name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}`, value)
  }
  root.style.setProperty('--font-size', `${fontSize}px`)
}

/** Links are blue where that can be read on the page. */
function linkColor({ page, pageText }: ChatColors) {
  return links.find((link) => contrastOf(link, page) >= LEAST_CONTRAST) ?? pageText
}
