import type { ArrayCell, Json } from '#server/engine/inputs.ts'
import type { StepScope } from '#server/engine/program/step.ts'
import { isRecord, parseJson } from '#shared/json.ts'

const variable = { acceptVariable: true } as const

/** A multi-line text field with variable completion on `{{`. */
export const prompt = <const More extends object>(label: string, more: More) =>
  ({ type: 'string', label, rows: 4, ...variable, ...more }) as const

export const optionsOf = (options: Readonly<Record<string, string>>) =>
  Object.entries(options).map(([name, label]) => ({ name, label }))

/** Rows of key and value, such as headers. */
export const pairs = <const More extends object>(label: string, more: More) =>
  ({
    type: 'array',
    label,
    optional: true,
    ...variable,
    array: [
      { name: 'key', label: 'Key', type: 'string', default: '' },
      { name: 'value', label: 'Value', type: 'string', default: '', ...variable },
    ],
    ...more,
  }) as const

/** Rows that update the flow's state after the node has run. */
export const stateUpdates = {
  type: 'array',
  label: 'Update Flow State',
  description: 'Applied after this node has run. {{ output }} is its output.',
  optional: true,
  ...variable,
  array: [
    { name: 'key', label: 'Key', type: 'asyncOptions', loadMethod: 'listRuntimeStateKeys', freeSolo: true },
    { name: 'value', label: 'Value', type: 'string', ...variable },
  ],
} as const

export const messageRows = {
  type: 'array',
  label: 'Messages',
  optional: true,
  ...variable,
  array: [
    {
      name: 'role',
      label: 'Role',
      type: 'options',
      options: optionsOf({ system: 'System', assistant: 'Assistant', developer: 'Developer', user: 'User' }),
    },
    { name: 'content', label: 'Content', type: 'string', rows: 4, ...variable },
  ],
} as const

const memoryTypes = [
  { name: 'allMessages', label: 'All Messages' },
  { name: 'windowSize', label: 'Window Size' },
  { name: 'conversationSummary', label: 'Conversation Summary' },
  { name: 'conversationSummaryBuffer', label: 'Conversation Summary Buffer' },
] as const

export const responseRoles = [
  { name: 'userMessage', label: 'User Message' },
  { name: 'assistantMessage', label: 'Assistant Message' },
] as const

/** Rows that describe the JSON object the model must return. `field` is the name of this input. */
export const outputRows = (field: string) => {
  const ofType = (type: string) => ({ [`${field}[$index].type`]: type })
  const array: ArrayCell[] = [
    { name: 'key', label: 'Key', type: 'string' },
    {
      name: 'type',
      label: 'Type',
      type: 'options',
      options: optionsOf({
        string: 'String',
        stringArray: 'String Array',
        number: 'Number',
        boolean: 'Boolean',
        enum: 'Enum',
        jsonArray: 'JSON Array',
      }),
    },
    { name: 'enumValues', label: 'Enum Values', type: 'string', optional: true, show: ofType('enum') },
    { name: 'jsonSchema', label: 'JSON Schema', type: 'code', optional: true, show: ofType('jsonArray') },
    { name: 'description', label: 'Description', type: 'string' },
  ]
  return { type: 'array', label: 'JSON Structured Output', optional: true, ...variable, array } as const
}

/** Configurations are stored as objects, or as JSON text by older versions. */
export function readConfig(stored: unknown): unknown {
  return typeof stored === 'string' ? parseJson(stored) : stored
}

/** Rows with references in them, as they are stored: configurations are interpolated when their component is opened. */
export function storedRows(step: Pick<StepScope, 'stored'>, field: string): Record<string, Json>[] {
  const rows = readConfig(step.stored(field))
  return rowsOf(Array.isArray(rows) ? rows : [])
}

export const modelChoice = {
  type: 'asyncOptions',
  label: 'Model',
  loadMethod: 'listModels',
  loadConfig: true,
} as const

/** The fields of a step's memory; `prefix` is that of their names. */
export const memoryInputs = <const Prefix extends string>(prefix: Prefix) => {
  const enabled = { [`${prefix}EnableMemory`]: true }
  const kind = (name: string) => ({ [`${prefix}MemoryType`]: name })
  const inputs = {
    EnableMemory: { type: 'boolean', label: 'Enable Memory', default: true, optional: true },
    MemoryType: {
      type: 'options',
      label: 'Memory Type',
      options: memoryTypes,
      default: 'allMessages',
      optional: true,
      show: enabled,
    },
    MemoryWindowSize: { type: 'number', label: 'Window Size', default: 20, show: kind('windowSize') },
    MemoryMaxTokenLimit: {
      type: 'number',
      label: 'Max Token Limit',
      default: 2_000,
      show: kind('conversationSummaryBuffer'),
    },
  } as const
  const named = Object.entries(inputs).map(([name, input]) => [`${prefix}${name}`, input])
  return Object.fromEntries(named) as {
    [Name in keyof typeof inputs as `${Prefix}${Name}`]: (typeof inputs)[Name]
  }
}

/** Rows of an array field as records; older files store `''` for an empty list. */
export function rowsOf(value: Json[] | undefined): Record<string, Json>[] {
  return (value ?? []).filter((row): row is Record<string, Json> => isRecord(row))
}
