import type { Matter } from './use-matters.ts'

/**
 * What the button of a line does. `fill` goes to the field, `connect` offers what fits, `choose` the credentials, `update` and
 * `remove` and `unlink` do it at once, `add` opens the list of nodes; the others lead to where it is settled.
 */
export const fixes = [
  'fill',
  'connect',
  'choose',
  'update',
  'remove',
  'unlink',
  'add',
  'topUp',
  'compare',
  'enable',
] as const
export type Fix = (typeof fixes)[number]

const byFault: Partial<Record<Matter['fault']['name'], Fix>> = {
  required: 'fill',
  invalid: 'fill',
  variable: 'fill',
  unknownVariable: 'fill',
  modelGone: 'fill',
  promptTooLong: 'fill',
  switchedOff: 'enable',
  noBranch: 'fill',
  unlinked: 'connect',
  lost: 'connect',
  unconnected: 'connect',
  noDocuments: 'connect',
  noTarget: 'connect',
  addMemory: 'connect',
  credential: 'choose',
  credentialGone: 'choose',
  credentialMismatch: 'choose',
  outdated: 'update',
  unknown: 'remove',
  twoStarts: 'remove',
  hanging: 'unlink',
  noEnding: 'add',
  noStart: 'add',
  walletEmpty: 'topUp',
  unpublished: 'compare',
}

/** Undefined where there is nothing to press: the sentence says what to do. */
export function fixOf({ fault }: Pick<Matter, 'fault'>): Fix | undefined {
  return byFault[fault.name]
}
