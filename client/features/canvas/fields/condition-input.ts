import type { TemplateInput } from '#shared/nodes.ts'
import { type Condition, readConditionRows } from '../graph/condition.ts'
import { textOf } from './field-props.ts'
import { chosenTab, tabKey } from './tab-keys.ts'

/** Where the two ways of writing a condition are kept. */
export function conditionNames(input: TemplateInput) {
  const tabs = input.tabs ?? []
  return {
    table: tabs.find(({ type }) => type === 'datagrid'),
    code: tabs.find(({ type }) => type === 'code'),
  }
}

/** A condition as its node holds it, in the way that is chosen. */
export function conditionOf(
  input: TemplateInput,
  node: string,
  inputs: Readonly<Record<string, unknown>>,
): Condition {
  const { table, code } = conditionNames(input)
  const chosen = chosenTab(input, inputs[tabKey(input, node)])
  return chosen !== undefined && chosen.name === code?.name
    ? { mode: 'code', code: textOf(inputs[code.name]) }
    : { mode: 'table', rows: readConditionRows(inputs[table?.name ?? '']) }
}
