import { createReasoningFold } from '#server/engine/program/agent-reasoning.ts'
import { actionOf } from '#server/engine/program/wait-action.ts'
import type { RunEvent } from '#shared/runs.ts'
import type { FrameSource, RunFrames } from './agent-frames.ts'
import { frame } from './chat-frames.ts'
import { hideStepFromVisitor } from './visitor-reply.ts'

/**
 * Frames of a v1 agent flow, in Flowise's order: the reasoning so far after each step, the name of the next agent, and
 * the answer in one piece. The first reasoning also opens the stream.
 */
export function createReasoningFrames({ program, earlier = [], isVisitor = false }: FrameSource): RunFrames {
  const fold = createReasoningFold(program)
  let isFirst = true
  for (const event of earlier) {
    fold.apply(event)
  }

  function reasoning(): string {
    const entries = isVisitor ? fold.entries().map(hideStepFromVisitor) : fold.entries()
    const opening = isFirst ? frame('start', entries) : ''
    isFirst = false
    return opening + frame('agentReasoning', entries)
  }

  function framesOf(event: RunEvent): string {
    const { entry, nextAgent } = fold.apply(event)
    switch (event.type) {
      case 'node_finished':
        return (entry ? reasoning() : '') + (nextAgent === undefined ? '' : frame('nextAgent', nextAgent))
      case 'run_waiting': {
        const [wait] = event.waits
        return wait ? frame('token', wait.text) + frame('action', actionOf(wait, program.kind)) : ''
      }
      case 'run_finished':
        return frame('token', event.text)
      default:
        return ''
    }
  }

  return { framesOf, framesDue: () => '' }
}
