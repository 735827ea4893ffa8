const key = 'flowtill.tab'

let name: string | undefined
let last = 0

/**
 * Names this browser tab, the same before and after a reload. The name waits in the session storage only while no page
 * holds it: a duplicated tab copies that storage, and gets a name of its own.
 */
export function nameOfTab(): string {
  if (name === undefined) {
    name = sessionStorage.getItem(key) ?? crypto.randomUUID()
    sessionStorage.removeItem(key)
    addEventListener('pagehide', () => sessionStorage.setItem(key, name ?? ''))
    addEventListener('pageshow', () => sessionStorage.removeItem(key))
  }
  return name
}

/** Grows with every call, also over reloads. */
export function nextCall(): number {
  last = Math.max(last + 1, Date.now())
  return last
}
