import { defineNode } from '#server/engine/define-node.ts'
import type { ArrayCell, Json } from '#server/engine/inputs.ts'
import type { World } from '#server/engine/world.ts'
import { AppError } from '#shared/errors.ts'
import { optionsOf, rowsOf } from './step-inputs.ts'

const textOperations = {
  contains: 'Contains',
  endsWith: 'Ends With',
  equal: 'Equal',
  notContains: 'Not Contains',
  notEqual: 'Not Equal',
  regex: 'Regex',
  startsWith: 'Starts With',
  isEmpty: 'Is Empty',
  notEmpty: 'Not Empty',
}
const numberOperations = {
  smaller: 'Smaller',
  smallerEqual: 'Smaller Equal',
  equal: 'Equal',
  notEqual: 'Not Equal',
  larger: 'Larger',
  largerEqual: 'Larger Equal',
  isEmpty: 'Is Empty',
  notEmpty: 'Not Empty',
}
const booleanOperations = { equal: 'Equal', notEqual: 'Not Equal' }

const ofType = (type: string) => ({ show: { 'conditions[$index].type': type } })
const operation = (operations: Readonly<Record<string, string>>, type: string): ArrayCell => ({
  name: 'operation',
  label: 'Operation',
  type: 'options',
  options: optionsOf(operations),
  default: 'equal',
  ...ofType(type),
})
const variable = { acceptVariable: true }

const cells: ArrayCell[] = [
  {
    name: 'type',
    label: 'Type',
    type: 'options',
    options: optionsOf({ string: 'String', number: 'Number', boolean: 'Boolean' }),
    default: 'string',
  },
  { name: 'value1', label: 'Value 1', type: 'string', default: '', ...variable, ...ofType('string') },
  operation(textOperations, 'string'),
  {
    name: 'value2',
    label: 'Value 2',
    type: 'string',
    default: '',
    ...variable,
    ...ofType('string'),
    hide: { 'conditions[$index].operation': ['isEmpty', 'notEmpty'] },
  },
  { name: 'value1', label: 'Value 1', type: 'number', default: '', ...variable, ...ofType('number') },
  operation(numberOperations, 'number'),
  { name: 'value2', label: 'Value 2', type: 'number', default: 0, ...variable, ...ofType('number') },
  {
    name: 'value1',
    label: 'Value 1',
    type: 'boolean',
    default: false,
    optional: true,
    ...ofType('boolean'),
  },
  operation(booleanOperations, 'boolean'),
  {
    name: 'value2',
    label: 'Value 2',
    type: 'boolean',
    default: false,
    optional: true,
    ...ofType('boolean'),
  },
]

export const conditionAgentflow = defineNode({
  name: 'conditionAgentflow',
  label: 'Condition',
  version: 1,
  category: 'Agent Flows',
  description: 'Chooses a branch by comparing values.',
  icon: 'branch',
  baseClasses: ['Condition'],
  branches: true,
  inputs: {
    conditions: {
      type: 'array',
      label: 'Conditions',
      acceptVariable: true,
      default: [{ type: 'string', value1: '', operation: 'equal', value2: '' }],
      array: cells,
    },
  },
  async *step({ inputs, label, ports }) {
    const rows = rowsOf(inputs.conditions)
    // The first fulfilled condition wins; the output after the last one is "else".
    const found = await findFulfilled(rows, (text, pattern) => matches(ports, { text, pattern, label }))
    const chosen = found < 0 ? rows.length : found
    const conditions = rows.map((row, index) => ({ ...row, isFulfilled: index === chosen }))
    const last = { type: 'else', value1: '', operation: '', value2: '', isFulfilled: found < 0 }
    return {
      value: { conditions: [...conditions, last] },
      input: { conditions: rows },
      branches: [String(chosen)],
    }
  },
})

type Matches = (text: string, pattern: string) => Promise<boolean>

async function findFulfilled(rows: readonly Record<string, Json>[], match: Matches): Promise<number> {
  for (const [index, row] of rows.entries()) {
    if (await isFulfilled(row, match)) {
      return index
    }
  }
  return -1
}

async function isFulfilled(
  { type, value1, operation: chosen, value2 }: Record<string, Json>,
  match: Matches,
) {
  if (type === 'number') {
    return compareNumbers(value1, String(chosen), value2)
  }
  if (type === 'boolean') {
    const isEqual = toBoolean(value1) === toBoolean(value2)
    return chosen === 'notEqual' ? !isEqual : isEqual
  }
  const [first, second] = [toText(value1), toText(value2)]
  return chosen === 'regex' ? match(first, second) : compareTexts(first, String(chosen), second)
}

function compareTexts(first: string, chosen: string, second: string): boolean {
  switch (chosen) {
    case 'contains':
      return first.includes(second)
    case 'notContains':
      return !first.includes(second)
    case 'startsWith':
      return first.startsWith(second)
    case 'endsWith':
      return first.endsWith(second)
    case 'notEqual':
      return first !== second
    case 'isEmpty':
      return first.trim() === ''
    case 'notEmpty':
      return first.trim() !== ''
    default:
      return first === second
  }
}

/** In the sandbox for scripts, because an expression can take exponential time. */
async function matches(
  ports: Pick<World, 'runCode'>,
  { text, pattern, label }: { text: string; pattern: string; label: string },
): Promise<boolean> {
  try {
    const code = 'return new RegExp($pattern).test($text)'
    return (await ports.runCode({ code, inputs: { pattern, text }, timeoutMs: 2_000 })).value === true
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'STOPPED') {
      throw cause
    }
    throw new AppError('INVALID_FLOW', `${label}: ${pattern} is not a usable regular expression.`, { cause })
  }
}

function compareNumbers(first: Json | undefined, chosen: string, second: Json | undefined): boolean {
  const isEmpty = toText(first).trim() === ''
  const a = Number(first)
  const b = Number(second)
  switch (chosen) {
    case 'isEmpty':
      return isEmpty
    case 'notEmpty':
      return !isEmpty
    case 'smaller':
      return a < b
    case 'smallerEqual':
      return a <= b
    case 'larger':
      return a > b
    case 'largerEqual':
      return a >= b
    case 'notEqual':
      return a !== b
    default:
      return a === b
  }
}

function toText(value: Json | undefined): string {
  return typeof value === 'string'
    ? value
    : value === undefined || value === null
      ? ''
      : JSON.stringify(value)
}

function toBoolean(value: Json | undefined): boolean {
  return value === true || value === 'true'
}
