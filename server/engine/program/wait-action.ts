import type { StepWait } from '#shared/runs.ts'
import { nodeOfWait } from '#shared/step-keys.ts'
import type { Json } from '../inputs.ts'
import type { ProgramKind } from './program.ts'

/** What a Flowise client shows below a message that waits for a person, and sends back with the answer. */
export function actionOf(
  { id, text, labels, calls, kind }: StepWait,
  program: ProgramKind = 'control',
): { [key: string]: Json } {
  const prefix = program === 'control' ? 'agentflowv2-' : ''
  return {
    id,
    mapping: {
      approve: labels.proceed,
      reject: labels.reject,
      ...(calls && { toolCalls: calls.map(({ tool, args }) => ({ name: tool, args })) as Json }),
    },
    elements: [
      { type: `${prefix}approve-button`, label: labels.proceed },
      { type: `${prefix}reject-button`, label: labels.reject },
    ],
    data: { nodeId: nodeOfWait(id), nodeLabel: kind, input: text },
  }
}
