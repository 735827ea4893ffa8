import type { Texts } from '#client/texts/texts.tsx'
import { listsCalls } from '#shared/run-values.ts'
import type { StepWait } from '#shared/runs.ts'

type TitledWait = Pick<StepWait, 'kind' | 'text' | 'calls'>

/** One line that says what is asked. */
export function titleOf(wait: TitledWait, waiting: Texts['executions']['waiting']): string {
  if (wait.kind === 'uncertain') {
    return waiting.uncertain(wait.calls?.[0]?.tool ?? wait.text)
  }
  if (listsCalls(wait)) {
    // Each line of the text names a tool and its arguments.
    const named = wait.text.split('\n').slice(1)
    const tools = wait.calls?.map(({ tool }) => tool) ?? named.map((line) => line.split(':', 1)[0] ?? '')
    return waiting.allow(tools.join(', '))
  }
  return wait.text.split('\n', 1)[0] ?? wait.text
}
