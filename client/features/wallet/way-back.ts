import { walletParameter } from './use-opening-parameter.ts'

/** History state of Wallet Management: the page the user came from. */
export type CameFrom = { from: string }

export function withWallet(state: unknown, homePath: string): string {
  const from = isCameFrom(state) ? state.from : homePath
  const [path = homePath, search = ''] = from.split('?')
  const parameters = new URLSearchParams(search)
  parameters.set(walletParameter, '1')
  return `${path}?${parameters}`
}

function isCameFrom(state: unknown): state is CameFrom {
  return typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string'
}
