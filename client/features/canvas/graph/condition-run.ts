import type { ConditionRow } from './condition.ts'

/** What a condition may look at: the conversation, the state by key, and the variables by name. */
export type Situation = {
  messages: readonly string[]
  state: Readonly<Record<string, string>>
  vars: Readonly<Record<string, string>>
}

/** The output a table would take now; `End` when no line holds. */
export function runTable(rows: readonly ConditionRow[], situation: Situation): string {
  const row = rows.find(({ variable, operation, value }) =>
    holds(operation, lookUp(variable, situation), value),
  )
  return row?.output.trim() || 'End'
}

/** What a variable of a condition stands for; empty when nothing does. */
export function lookUp(variable: string, { messages, state, vars }: Situation): string {
  const name = variable.trim().replace(/^\{\{\s*|\s*\}\}$/g, '')
  if (name === '$flow.state.messages.length') {
    return String(messages.length)
  }
  const message = /^\$flow\.state\.messages\[(-?\d+)\]\.content$/.exec(name)
  if (message) {
    return messages.at(Number(message[1])) ?? ''
  }
  if (name === 'question' || name === '$flow.input') {
    return messages.at(-1) ?? ''
  }
  const [, kind, key = ''] = /^\$(flow\.state|vars)\.(.+)$/.exec(name) ?? []
  return (kind === 'vars' ? vars[key] : state[key]) ?? ''
}

const tests: Record<string, (actual: string, wanted: string) => boolean> = {
  Contains: (actual, wanted) => actual.includes(wanted),
  'Not Contains': (actual, wanted) => !actual.includes(wanted),
  'Start With': (actual, wanted) => actual.startsWith(wanted),
  'End With': (actual, wanted) => actual.endsWith(wanted),
  Is: (actual, wanted) => actual === wanted,
  'Is Not': (actual, wanted) => actual !== wanted,
  'Is Empty': (actual) => actual.trim() === '',
  'Is Not Empty': (actual) => actual.trim() !== '',
  'Equal To': (actual, wanted) => Number(actual) === Number(wanted),
  'Not Equal To': (actual, wanted) => Number(actual) !== Number(wanted),
  'Greater Than': (actual, wanted) => Number(actual) > Number(wanted),
  'Less Than': (actual, wanted) => Number(actual) < Number(wanted),
  'Greater Than or Equal To': (actual, wanted) => Number(actual) >= Number(wanted),
  'Less Than or Equal To': (actual, wanted) => Number(actual) <= Number(wanted),
}

function holds(operation: string, actual: string, wanted: string): boolean {
  return tests[operation]?.(actual, wanted) ?? false
}
