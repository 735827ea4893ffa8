// Separate from the run schemas, because the canvas uses these before it loads the schema library.
import type { Usage } from './replies.ts'
import type { Estimate, EventOf, RunEvent, StepWait } from './runs.ts'

export const noUsage: Usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 }

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    output: a.output + b.output,
    reasoning: a.reasoning + b.reasoning,
  }
}

export function countTokens({ input, cacheRead, cacheWrite, output }: Usage) {
  return input + cacheRead + cacheWrite + output
}

export const endings = ['run_finished', 'run_failed', 'run_stopped'] as const

export function isEnding(event: RunEvent): event is EventOf<(typeof endings)[number]> {
  return (endings as readonly string[]).includes(event.type)
}

/** First line of an approval for which the flow has no text of its own; the calls follow. */
export const approvalIntro = 'The agent asks to make these calls:'

export function listsCalls({ kind, text }: Pick<StepWait, 'kind' | 'text'>): boolean {
  return kind === 'approval' && text.startsWith(approvalIntro)
}

/**
 * Whether a balance in dollars is too small for one message. Messages that cost the wallet nothing are always
 * possible.
 */
export function isBelowOneMessage(available: number, { typicalMicro, lines }: Estimate): boolean {
  const isCharged = lines.some(({ paidBy }) => paidBy === 'platform')
  return isCharged && available * 1_000_000 < Math.max(1, typicalMicro ?? 0)
}
