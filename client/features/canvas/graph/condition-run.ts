import { fulfills } from '#shared/condition-rules.ts'
import type { ConditionRow } from './condition.ts'

export type Situation = {
  messages: readonly string[]
  state: Readonly<Record<string, string>>
  vars: Readonly<Record<string, string>>
}

/** Returns the output of the first matching row, or `End`. */
export function runTable(rows: readonly ConditionRow[], situation: Situation): string {
  const row = rows.find(({ variable, operation, value }) =>
    fulfills(operation, lookUp(variable, situation), value),
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
