import type { Tool } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import type { StepScope } from '#server/engine/program/step.ts'
import { StepWaiting } from '#server/engine/step-waiting.ts'
import type { ToolLoop } from '#server/engine/tool-loop.ts'
import type { World } from '#server/engine/world.ts'
import { approvalIntro, type StepWait, type ToolCall } from '#shared/runs.ts'
import type { AgentTool } from './agent-tools.ts'

type ReviewedCall = NonNullable<StepWait['calls']>

/**
 * Asks a person about calls of the tools that need approval: those of one reply share a wait. A rejection is recorded
 * as the result of its call.
 */
export function reviewCalls(
  step: Pick<StepScope, 'key' | 'answers'>,
  tools: readonly AgentTool[],
  ports: Pick<World, 'ownTools'>,
): ToolLoop['review'] {
  const guarded = tools.filter(({ needsApproval }) => needsApproval).map(({ tool }) => tool)
  if (guarded.length === 0) {
    return undefined
  }
  const counts = new Map<string, number>()
  let rejection = ''
  const rejecting = ports.ownTools(
    guarded.map((tool): Tool => ({ ...tool, effect: 'read', call: async () => ({ text: rejection }) })),
  )

  function toReviewedCall({ name, args }: ToolCall) {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return { callId: `${step.key}:approval:${name}:${count}`, tool: name, args: (args ?? {}) as Json }
  }

  return {
    tools: new Set(guarded.map(({ name }) => name)),
    async decide(calls) {
      const reviewed = calls.map(toReviewedCall)
      const answer = answerTo(step, reviewed)
      const feedback = answer.feedback ? `The user says: ${answer.feedback}` : ''
      if (answer.type === 'proceed') {
        return reviewed.map(({ callId }) => approvalOf(answer.changedArgs?.[callId], feedback))
      }
      rejection = `The user has rejected this call. It was not made. ${feedback}`.trim()
      return Promise.all(
        reviewed.map(async ({ tool, args }) => {
          const result = await rejecting.find(({ name }) => name === tool)?.call(args)
          return { result: result ?? { text: rejection } }
        }),
      )
    },
  }
}

function approvalOf(args: Json | undefined, said: string) {
  const change = args === undefined ? '' : 'The user has changed the arguments before approving this call.'
  const note = [change, said].filter(Boolean).join(' ')
  return { ...(args !== undefined && { args }), ...(note && { note }) }
}

function answerTo({ answers }: Pick<StepScope, 'answers'>, reviewed: ReviewedCall) {
  const answered = answers.find(({ wait: { kind, calls } }) => kind === 'approval' && isSame(calls, reviewed))
  if (!answered) {
    const lines = reviewed.map(({ tool, args }) => `${tool}: ${JSON.stringify(args)}`)
    throw new StepWaiting({
      kind: 'approval',
      text: [approvalIntro, ...lines].join('\n'),
      labels: { proceed: 'Proceed', reject: 'Reject' },
      takesFeedback: true,
      calls: reviewed,
    })
  }
  return answered.answer
}

function isSame(calls: ReviewedCall = [], reviewed: ReviewedCall): boolean {
  const textOf = (all: ReviewedCall) => JSON.stringify(all.map(({ callId, args }) => [callId, args]))
  return textOf(calls) === textOf(reviewed)
}
