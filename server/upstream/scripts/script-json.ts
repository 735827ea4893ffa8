import {
  type HostAnswer,
  isTooDeep,
  type ScriptOutcome,
  type ScriptText,
  tooDeep,
} from './script-contract.ts'

/** Undefined for values that are nested too deeply; the JSON writer itself may overflow on them. */
export function writeJson(value: object): string | undefined {
  try {
    const text = JSON.stringify(value)
    return isTooDeep(text) ? undefined : text
  } catch (error) {
    if (error instanceof RangeError) {
      return undefined
    }
    throw error
  }
}

export const writeRejection = (rejection: string) => JSON.stringify({ rejection } satisfies HostAnswer)

/** The thread is trusted no more than the script in it, so its output is validated. */
export function readOutcome(outcome: ScriptText): ScriptOutcome {
  if ('fault' in outcome) {
    return outcome
  }
  const { text, logs } = outcome
  return isTooDeep(text) ? { fault: `Its result is ${tooDeep}.`, logs } : { value: JSON.parse(text), logs }
}
