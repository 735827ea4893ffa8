import type { Effect } from './handles.ts'

/** Names by which a script reaches anything beyond its own values. */
const outside = /\bfetch\b|\$tools\b|\brequire\b|\bimport\b|\baxios\b|\bXMLHttpRequest\b/

/** A script that names none of them gets no access to the network or to tools, so it may run again after a crash. */
export function reachesOutside(code: string): boolean {
  return outside.test(code)
}

export function effectOfScript(code: string, keepsIdempotencyKeys = false): Effect {
  if (!reachesOutside(code)) {
    return 'read'
  }
  return keepsIdempotencyKeys ? 'keyed' : 'write'
}
