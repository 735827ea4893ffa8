import type { Texts } from '#client/texts/texts.tsx'
import { asksForCalls } from '#shared/run-values.ts'
import type { StepWait } from '#shared/runs.ts'

/** One line that says what is asked. */
export function titleOf(wait: StepWait, waiting: Texts['executions']['waiting']): string {
  if (wait.kind === 'uncertain') {
    return waiting.uncertain(wait.calls?.[0]?.tool ?? wait.text)
  }
  if (wait.kind === 'approval' && wait.text.startsWith(asksForCalls)) {
    return waiting.allow(wait.calls?.map(({ tool }) => tool).join(', ') ?? '')
  }
  return wait.text.split('\n', 1)[0] ?? wait.text
}
