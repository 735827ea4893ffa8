import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { z } from 'zod'
import { parseJson } from '#shared/json.ts'

const changed = 'flowtill-storage'

/** Stored text of a key; undefined when there is none or storage is unavailable. */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Notifies every `useStorage` of this tab too: the browser's `storage` event reaches only other tabs. */
export function writeStored(key: string, text: string | undefined) {
  try {
    if (text === undefined) {
      localStorage.removeItem(key)
    } else {
      localStorage.setItem(key, text)
    }
  } catch {
    // Storage is full or blocked. Stored values are optional, so the failure is ignored.
  }
  dispatchEvent(new Event(changed))
}

export function onStorageChange(listener: () => void) {
  addEventListener('storage', listener)
  addEventListener(changed, listener)
  return () => {
    removeEventListener('storage', listener)
    removeEventListener(changed, listener)
  }
}

export function useStoredText(key: string): string | undefined {
  return useSyncExternalStore(onStorageChange, () => readStored(key))
}

/** A value stored as JSON. Unparsable values and values that fail `isValid` count as absent. */
export function useStorage<Value>(
  key: string,
  fallback: Value,
  isValid?: (value: unknown) => value is Value,
) {
  const text = useStoredText(key)
  const value = useMemo(() => parse(text, fallback, isValid), [text, fallback, isValid])
  const setValue = useCallback((next: Value) => writeStored(key, JSON.stringify(next)), [key])
  return [value, setValue] as const
}

function parse<Value>(
  text: string | undefined,
  fallback: Value,
  isValid: (value: unknown) => value is Value = isOfKind(fallback),
): Value {
  const value = text === undefined ? undefined : parseJson(text)
  return value !== undefined && isValid(value) ? value : fallback
}

/** A validator for `useStorage`, for screens that load the schema library anyway. */
export function matching<Value>(schema: z.ZodType<Value>) {
  return (value: unknown): value is Value => schema.safeParse(value).success
}

/** By default only the `typeof` is compared. */
function isOfKind<Value>(fallback: Value) {
  return (value: unknown): value is Value => typeof value === typeof fallback
}
