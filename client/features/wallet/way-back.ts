import { toRecord } from '#shared/json.ts'
import { walletParameter } from './use-opening-parameter.ts'

/** History state of Wallet Management: the page the user came from. */
export type CameFrom = { from: string }

export function withWallet(state: unknown, homePath: string): string {
  const { from: came } = toRecord(state)
  const from = typeof came === 'string' ? came : homePath
  const [path = homePath, search = ''] = from.split('?')
  const parameters = new URLSearchParams(search)
  parameters.set(walletParameter, '1')
  return `${path}?${parameters}`
}
