import type { RunEvent } from '#shared/runs.ts'
import { listen, nothingTold, toldValue } from './variables-run.ts'

const inState = '$flow.state.'

/** What variables were in a run, by the text that names them: `{{ question }}`, `$flow.state.visits`. Unknown ones are left out. */
export function valuesOfRun(
  events: readonly RunEvent[],
  variables: readonly string[],
): Readonly<Record<string, string>> {
  const told = events.reduce(listen, nothingTold)
  const state = events.reduce(stateAfter, {})
  const read = (variable: string) => {
    const name = variable.replace(/^\{\{\s*(.+?)\s*\}\}$/, '$1')
    return name.startsWith(inState) ? textOf(state[name.slice(inState.length)]) : toldValue(told, name)
  }
  return Object.fromEntries(
    variables.flatMap((variable) => {
      const value = read(variable)
      return value === undefined ? [] : [[variable, value]]
    }),
  )
}

type State = Readonly<Record<string, unknown>>

/** Nodes that keep a state give all of it with their output. */
function stateAfter(before: State, event: RunEvent): State {
  const { state } = (event.type === 'node_finished' && isRecord(event.output) && event.output) || {}
  return isRecord(state) ? { ...before, ...state } : before
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function textOf(value: unknown): string | undefined {
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value)
}
