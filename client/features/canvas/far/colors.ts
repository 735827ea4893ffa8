import { type Kind, kinds } from '#shared/kinds.ts'

const names = {
  surface: 'background-surface',
  line: 'divider',
  text: 'text-primary',
  selection: 'canvas-selection',
  done: 'success-plainColor',
  failed: 'danger-plainColor',
  problem: 'warning-plainColor',
} as const

type Name = keyof typeof names
/** `isForced`: the system has chosen a handful, so what only a colour says has to be a shape as well. */
export type FarColors = Record<Name, string> & {
  kinds: Record<Kind, string>
  font: string
  isForced: boolean
}

const systemColors: Record<Name, string> = {
  surface: 'Canvas',
  line: 'CanvasText',
  text: 'CanvasText',
  selection: 'Highlight',
  done: 'CanvasText',
  failed: 'CanvasText',
  problem: 'CanvasText',
}

const forcedColors = '(forced-colors: active)'

/** The theme's colours as a sheet takes them: it knows no variables, nor which colours a contrast theme has. */
export function readColors(element: Element): FarColors {
  const style = getComputedStyle(element)
  const font = style.getPropertyValue('--joy-fontFamily-body').trim() || 'sans-serif'
  const kindNames = Object.keys(kinds) as Kind[]
  if (matchMedia(forcedColors).matches) {
    const own = each(Object.keys(names) as Name[], (name) => systemColor(element, systemColors[name]))
    return { ...own, kinds: each(kindNames, () => own.text), font, isForced: true }
  }
  const read = (name: string) => style.getPropertyValue(`--joy-palette-${name}`).trim()
  return {
    ...each(Object.keys(names) as Name[], (name) => read(names[name])),
    kinds: each(kindNames, (kind) => read(`kind-${kind}`)),
    font,
    isForced: false,
  }
}

/** Tells of another theme, ours or the system's; gives what ends that. */
export function watchColors(onChange: () => void) {
  const themes = new MutationObserver(onChange)
  themes.observe(document.documentElement, { attributes: true })
  const contrast = matchMedia(forcedColors)
  contrast.addEventListener('change', onChange)
  return () => {
    themes.disconnect()
    contrast.removeEventListener('change', onChange)
  }
}

function systemColor(element: Element, keyword: string): string {
  const probe = document.createElement('i')
  probe.style.cssText = `color: ${keyword}; forced-color-adjust: none`
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

function each<Key extends string>(keys: readonly Key[], read: (key: Key) => string) {
  return Object.fromEntries(keys.map((key) => [key, read(key)])) as Record<Key, string>
}
