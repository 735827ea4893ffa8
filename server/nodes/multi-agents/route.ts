import type { ToolSpec } from '#server/engine/ports.ts'
import { toStepName } from '#server/engine/program/connected-steps.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord, parseJson } from '#shared/json.ts'
import type { ChatReply, RuntimeMessage } from '#shared/runs.ts'

export const finish = 'FINISH'

/** `next` is the name of a worker's branch, or `FINISH`. */
export type Route = { next: string; instructions: string; reasoning: string }

/** The function that the supervisor's model must call. */
export function routeTool(workers: readonly string[]): ToolSpec {
  const text = (description: string) => ({ type: 'string', description })
  return {
    name: 'route',
    description: 'Select the worker to act next.',
    parameters: {
      type: 'object',
      properties: {
        reasoning: text('Why this worker is chosen'),
        next: { type: 'string', enum: [finish, ...workers] },
        instructions: text('The specific instructions of the sub-task the next worker should accomplish'),
      },
      required: ['reasoning', 'next', 'instructions'],
    },
  }
}

/** Throws MODEL_OUTPUT when the model names nobody. A plain answer instead of a call ends the conversation. */
export function readRoute(
  { text, toolCalls = [] }: ChatReply,
  workers: readonly string[],
  label: string,
): Route {
  const called = toolCalls[0]?.args ?? parseJson(text)
  if (!isRecord(called)) {
    return { next: finish, instructions: text, reasoning: '' }
  }
  const name = toStepName(called.next)
  const next = name === toStepName(finish) ? finish : workers.find((worker) => worker === name)
  if (next === undefined) {
    throw new AppError('MODEL_OUTPUT', `${label}: the model has chosen ${called.next}, which is no worker.`)
  }
  return { next, instructions: String(called.instructions ?? ''), reasoning: String(called.reasoning ?? '') }
}

/** The last worker's message; without one, what the supervisor itself says. */
export function finishReply(messages: readonly RuntimeMessage[], { instructions, reasoning }: Route): string {
  return messages.findLast(({ name }) => name !== undefined)?.content ?? (instructions || reasoning)
}
