import type { ConditionRow } from './condition.ts'

export type Situation = {
  messages: readonly string[]
  state: Readonly<Record<string, string>>
  vars: Readonly<Record<string, string>>
}

/** The output the table selects; `End` when no row matches. */
export function runTable(rows: readonly ConditionRow[], situation: Situation): string {
  const row = rows.find(({ variable, operation, value }) =>
    holds(operation, lookUp(variable, situation), value),
  )
  return row?.output.trim() || 'End'
}

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

const tests: Record<string, (actual: string, target: string) => boolean> = {
  Contains: (actual, target) => actual.includes(target),
  'Not Contains': (actual, target) => !actual.includes(target),
  'Start With': (actual, target) => actual.startsWith(target),
  'End With': (actual, target) => actual.endsWith(target),
  Is: (actual, target) => actual === target,
  'Is Not': (actual, target) => actual !== target,
  'Is Empty': (actual) => actual.trim() === '',
  'Is Not Empty': (actual) => actual.trim() !== '',
  'Equal To': (actual, target) => Number(actual) === Number(target),
  'Not Equal To': (actual, target) => Number(actual) !== Number(target),
  'Greater Than': (actual, target) => Number(actual) > Number(target),
  'Less Than': (actual, target) => Number(actual) < Number(target),
  'Greater Than or Equal To': (actual, target) => Number(actual) >= Number(target),
  'Less Than or Equal To': (actual, target) => Number(actual) <= Number(target),
}

function holds(operation: string, actual: string, target: string): boolean {
  return tests[operation]?.(actual, target) ?? false
}
