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

export type FarColors = Record<keyof typeof names, string> & { kinds: Record<Kind, string>; font: string }

/** The theme's colours as a sheet takes them: it knows no variables. */
export function readColors(element: Element): FarColors {
  const style = getComputedStyle(element)
  const read = (name: string) => style.getPropertyValue(`--joy-palette-${name}`).trim()
  const plain = Object.entries(names).map(([key, name]) => [key, read(name)])
  const ofKinds = Object.keys(kinds).map((kind) => [kind, read(`kind-${kind}`)])
  return {
    ...Object.fromEntries(plain),
    kinds: Object.fromEntries(ofKinds),
    font: style.getPropertyValue('--joy-fontFamily-body').trim() || 'sans-serif',
  }
}
