export function isFocused(id: string): boolean {
  return document.activeElement?.closest('[data-node]')?.getAttribute('data-node') === id
}

export function elementOf(id: string) {
  return document.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`)
}
