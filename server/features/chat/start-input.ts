import type { Json } from '#server/engine/inputs.ts'
import { nodeOf, type Program } from '#server/engine/program/program.ts'
import type { Prediction } from '#shared/chat.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord, parseJson } from '#shared/json.ts'
import type { RunInput } from '#shared/runs.ts'

/** What the start node of an agent flow expects. */
export type StartRules = {
  kind: RunInput['kind']
  fields: { name: string; label: string }[]
  state: { [key: string]: Json }
  persistsState: boolean
  isEphemeral: boolean
}

const kinds: Readonly<Record<string, RunInput['kind']>> = {
  chatInput: 'question',
  formInput: 'form',
  webhookTrigger: 'webhook',
  scheduleInput: 'schedule',
}

export function readStart(program: Program): StartRules {
  const { inputs } = nodeOf(program, program.entry).data
  return {
    kind: kinds[String(inputs.startInputType)] ?? 'question',
    fields: rowsIn(inputs.formInputTypes).map(({ name, label }) => ({
      name: String(name ?? ''),
      label: String(label ?? name ?? ''),
    })),
    state: Object.fromEntries(
      rowsIn(inputs.startState).flatMap(({ key, value }) =>
        key ? [[String(key), (value ?? '') as Json]] : [],
      ),
    ),
    // Files of the older kinds keep their state with an agent memory.
    persistsState: isOn(inputs.startPersistState) || Boolean(inputs.agentMemory),
    isEphemeral: isOn(inputs.startEphemeralMemory),
  }
}

function isOn(value: unknown) {
  return value === true || value === 'true'
}

function rowsIn(value: unknown): Record<string, unknown>[] {
  const rows = typeof value === 'string' ? parseJson(value) : value
  return Array.isArray(rows) ? rows.filter(isRecord) : []
}

/** Throws INVALID_INPUT when the request does not fit the start node. */
export function inputOf({ question, form }: Prediction, { kind }: StartRules): RunInput {
  if (kind === 'webhook' || kind === 'schedule') {
    const path = kind === 'webhook' ? 'POST /api/v1/webhook/{id}' : 'its schedule'
    throw new AppError('INVALID_INPUT', `This flow is started by ${path}, not by a prediction.`)
  }
  if (kind === 'form') {
    if (form === undefined) {
      throw new AppError('INVALID_INPUT', 'This flow starts with a form. Send its values as form.')
    }
    return { kind: 'form', value: form as Record<string, Json> }
  }
  if (form !== undefined) {
    throw new AppError('INVALID_INPUT', 'This flow starts with a question, not with a form.')
  }
  if (question.trim() === '') {
    throw new AppError('INVALID_INPUT', 'Write a question')
  }
  return { kind: 'question' }
}

/** The values of a form as lines of text, which memory and models see as the question. */
export function questionOf(input: RunInput, question: string, { fields }: StartRules): string {
  if (input.kind !== 'form') {
    return question
  }
  const labels = new Map(fields.map(({ name, label }) => [name, label]))
  const lines = Object.entries(input.value).map(
    ([name, value]) => `${labels.get(name) ?? name}: ${toText(value)}`,
  )
  return lines.join('\n')
}

function toText(value: unknown) {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The state of the start node, with the caller's values for its own keys. */
export function initialState(
  { state }: StartRules,
  overrides: Prediction['overrideConfig'],
): { [key: string]: Json } {
  const { startState } = overrides
  const rows = Array.isArray(startState)
    ? rowsIn(startState).map(({ key, value }) => [String(key), value] as const)
    : Object.entries(isRecord(startState) ? startState : {})
  const known = rows.filter(([key]) => Object.hasOwn(state, key))
  return { ...state, ...(Object.fromEntries(known) as { [key: string]: Json }) }
}
