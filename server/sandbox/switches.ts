import { marker } from './demo/conversation.ts'

export type Switches = {
  /** Milliseconds before the first byte. */
  latency: number
  /** Milliseconds per word of a stream. */
  delay: number
  /** Number of words of the answer. */
  tokens?: number
  /** Rejects with this status. */
  error?: number
  /** Sends an error inside the stream after this many chunks. */
  fail?: number
  /** Closes the connection after this many chunks. */
  cut?: number
  /** Sends invalid JSON after this many chunks. */
  malformed?: number
  usage: 'exact' | 'missing' | 'late' | 'cumulative' | 'zero' | 'absurd'
}

const numeric = ['latency', 'delay', 'tokens', 'error', 'fail', 'cut', 'malformed'] as const
const usages: readonly string[] = ['missing', 'late', 'cumulative', 'zero', 'absurd']

/** About the speed of a good model. */
const defaultDelayMs = 8
const maxWaitMs = 600_000
const maxTokens = 20_000

/** Reads the header `x-sandbox: latency=50 tokens=20`, and `[[sandbox …]]` in the user's last message. */
export function readSwitches(header: unknown, lastMessage: string): Switches {
  const text = `${typeof header === 'string' ? header : ''} ${marker.exec(lastMessage)?.[1] ?? ''}`
  const switches: Switches = { latency: 0, delay: defaultDelayMs, usage: 'exact' }
  for (const pair of text.split(/[\s,;]+/)) {
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
