import { useEffect, useSyncExternalStore } from 'react'
import type { Kind } from '#shared/kinds.ts'

/** A step of the breadcrumb. The last one has no link. */
export type Crumb = { name: string; to?: string; kind?: Kind }

const none: readonly Crumb[] = []
let crumbs = none
const listeners = new Set<() => void>()

function show(next: readonly Crumb[]) {
  crumbs = next
  for (const listener of listeners) {
    listener()
  }
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Replaces the title of the route in the breadcrumb while a screen knows better, such as a store's name. */
export function useCrumbs(next: readonly Crumb[]) {
  const key = JSON.stringify(next)
  useEffect(() => {
    show(JSON.parse(key) as Crumb[])
    return () => show(none)
  }, [key])
}

export const useShownCrumbs = () => useSyncExternalStore(listen, () => crumbs)
