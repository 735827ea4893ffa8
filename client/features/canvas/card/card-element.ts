import type { PortEnd } from '../store/linking.ts'

export function isFocused(id: string): boolean {
  return document.activeElement?.closest('[data-node]')?.getAttribute('data-node') === id
}

export function elementOf(id: string) {
  return document.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`)
}

/** The port an element of a card belongs to: its whole row counts as the port. */
export function portAt(element: Element | null): PortEnd | undefined {
  const row = element?.closest('[data-port]')
  const port = element?.closest('.port') ?? row?.querySelector('.port')
  const node = port?.getAttribute('data-nodeid')
  const handle = port?.getAttribute('data-handleid')
  const side = port?.getAttribute('data-side') === 'in' ? 'in' : 'out'
  return node && handle ? { node, handle, side } : undefined
}
