import { AppError } from '#shared/errors.ts'
import { parseJson } from '#shared/json.ts'
import { readPlan } from '#shared/settle-plan.ts'
import type { StepPlan } from '#shared/writing.ts'

/**
 * A model's text, without the code fence that some models put around it. Throws UPSTREAM_FAILED when there is
 * none.
 */
export function readText(answer: string): string {
  const [, inner] = /^```[\w-]*\n([\s\S]*?)\n?```$/.exec(answer.trim()) ?? []
  const text = (inner ?? answer).trim()
  if (text === '') {
    throw new AppError(
      'UPSTREAM_FAILED',
      'The model returned an empty answer. Try again or choose another model.',
    )
  }
  return text
}

/**
 * The plan in an answer, which some models surround with text. Throws UPSTREAM_FAILED when there is no usable
 * plan.
 */
export function readSteps(answer: string): StepPlan {
  const [found = ''] = /\{[\s\S]*\}/.exec(answer) ?? []
  const plan = readPlan(parseJson(found))
  if (!plan) {
    throw new AppError(
      'UPSTREAM_FAILED',
      'The model did not return a plan. Try again or choose another model.',
    )
  }
  if (plan.steps.every(({ kind }) => kind === 'start')) {
    throw new AppError(
      'UPSTREAM_FAILED',
      'The model planned no step that can be added here. Say it in other words, or choose another model.',
    )
  }
  return plan
}
