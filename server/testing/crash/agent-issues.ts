import type { RunEvent } from '#shared/runs.ts'
import { neutral, type OpenedFlow } from './agent-account.ts'

export type EndedRun = {
  id: string
  flowId: string
  chatId: string
  parentRunId: string | null
  state: string
}

/** What is known about runs outside of the database. */
export type Seen = {
  effects: ReadonlyMap<string, number>
  flows: readonly OpenedFlow[]
  sequences: readonly number[]
  /** By run. */
  answers: ReadonlyMap<string | null, string>
}

export function issuesOf(run: EndedRun, { sequences, effects, flows, answers }: Seen): string[] {
  const { flow, text: expected } = flows.find(({ id }) => id === run.flowId) ?? {}
  const text = neutral(answers.get(run.id) ?? '', run.chatId)
  // A called run writes no message; the answer of its caller contains its text.
  const isAnswered = run.parentRunId !== null || text === expected
  const missing = (flow?.effects ?? []).filter((effect) => !effects.has(`${run.chatId}:${effect}`))
  const isDense = sequences.every((sequence, index) => sequence === index + 1)
  return [
    ...(run.state === 'finished' ? [] : [`run ${run.id} is ${run.state}`]),
    ...(isDense ? [] : [`the log of ${run.id} has gaps`]),
    ...(isAnswered ? [] : [`run ${run.id} answered ${text} instead of ${expected}`]),
    ...missing.map((effect) => `run ${run.id} has not had its effect ${effect}`),
  ]
}

/** The number of charged calls; a call that has been charged twice becomes an issue. */
export function paidTwice(events: readonly RunEvent[], issues: string[]): number {
  const paid = events.filter(({ type }) => type === 'model_finished' || type === 'model_stopped')
  const ids = paid.flatMap((event) => ('callId' in event ? [event.callId] : []))
  issues.push(...repeated(ids).map((id) => `the call ${id} was closed twice`))
  const results = events.filter(({ type }) => type === 'model_finished' || type === 'tool_finished')
  const calls = results.flatMap((event) => ('callId' in event ? [event.callId.replace(/~\d+$/, '')] : []))
  issues.push(
    ...repeated(calls).map((id) => `the call ${id} was made again although its result was recorded`),
  )
  return ids.length
}

function repeated(ids: readonly string[]) {
  return ids.filter((id, index) => ids.indexOf(id) !== index)
}
