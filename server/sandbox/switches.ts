import { marker } from './demo/conversation.ts'

/** Faults and measures a test, or a curious user, can order from the sandbox. */
export type Switches = {
  /** Milliseconds before the first byte. */
  latency: number
  /** Milliseconds for each word of a stream. */
  delay: number
  /** Answer with exactly so many words. */
  tokens?: number
  /** Refuse with this status. */
  error?: number
  /** Send an error inside the stream after so many pieces. */
  fail?: number
  /** Break the connection after so many pieces. */
  cut?: number
  /** Send a piece that is no JSON after so many pieces. */
  malformed?: number
  usage: 'exact' | 'missing' | 'late' | 'cumulative' | 'zero' | 'absurd'
}

const numeric = ['latency', 'delay', 'tokens', 'error', 'fail', 'cut', 'malformed'] as const
const usages: readonly string[] = ['missing', 'late', 'cumulative', 'zero', 'absurd']

/** About as fast as people see a good model write. */
const defaultDelayMs = 8
const maxWaitMs = 600_000
const maxTokens = 20_000

/** From the header `x-sandbox: latency=50 tokens=20`, and from `[[sandbox …]]` in the last message of the user. */
export function readSwitches(header: unknown, lastMessage: string): Switches {
  const written = `${typeof header === 'string' ? header : ''} ${marker.exec(lastMessage)?.[1] ?? ''}`
  const switches: Switches = { latency: 0, delay: defaultDelayMs, usage: 'exact' }
  for (const pair of written.split(/[\s,;]+/)) {
    const [name = '', value = ''] = pair.split('=')
    const known = numeric.find((each) => each === name)
    if (known && /^\d{1,6}$/.test(value)) {
      switches[known] = Math.min(Number(value), known === 'tokens' ? maxTokens : maxWaitMs)
    } else if (name === 'usage' && usages.includes(value)) {
      switches.usage = value as Switches['usage']
    }
  }
  return switches
}
