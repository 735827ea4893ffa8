import type { InputOption, TemplateInput } from '#shared/nodes.ts'

type More = Partial<TemplateInput> & { loadConfig?: boolean }

const variable: More = { acceptVariable: true }

export function text(name: string, label: string, more: More = {}): TemplateInput {
  return { name, label, type: 'string', ...more }
}

/** A long text with a variable list on `{{`. */
export function prompt(name: string, label: string, more: More = {}): TemplateInput {
  return text(name, label, { rows: 4, ...variable, ...more })
}

export function figure(name: string, label: string, value: number, more: More = {}): TemplateInput {
  return { name, label, type: 'number', default: value, ...more }
}

export function onOff(name: string, label: string, value: boolean, more: More = {}): TemplateInput {
  return { name, label, type: 'boolean', default: value, optional: true, ...more }
}

export function choice(
  name: string,
  label: string,
  options: Readonly<Record<string, string>>,
  more: More = {},
): TemplateInput {
  return { name, label, type: 'options', options: optionsOf(options), ...more }
}

/** Options are loaded from the server; `configured` opens a form for the selected one. */
export function loaded(name: string, label: string, loadMethod: string, more: More = {}): TemplateInput {
  return { name, label, type: 'asyncOptions', loadMethod, ...more }
}
export const configured: More = { loadConfig: true }

export function rows(
  name: string,
  label: string,
  array: readonly TemplateInput[],
  more: More = {},
): TemplateInput {
  return { name, label, type: 'array', array, optional: true, ...variable, ...more }
}

function optionsOf(options: Readonly<Record<string, string>>): InputOption[] {
  return Object.entries(options).map(([name, label]) => ({ name, label }))
}

export function pairs(name: string, label: string, more: More = {}): TemplateInput {
  const value = { default: '' }
  return rows(
    name,
    label,
    [text('key', 'Key', value), text('value', 'Value', { ...value, ...variable })],
    more,
  )
}

export function updates(name: string): TemplateInput {
  return rows(name, 'Update Flow State', [
    loaded('key', 'Key', 'listRuntimeStateKeys', { freeSolo: true }),
    text('value', 'Value', variable),
  ])
}

const roles = { system: 'System', assistant: 'Assistant', developer: 'Developer', user: 'User' }

export function messages(name: string): TemplateInput {
  return rows(name, 'Messages', [choice('role', 'Role', roles), prompt('content', 'Content')])
}

/** Inputs for the conversation memory of a step; `prefix` is prepended to their names. */
export function memory(prefix: string): TemplateInput[] {
  const on = { [`${prefix}EnableMemory`]: true }
  const type = `${prefix}MemoryType`
  return [
    onOff(`${prefix}EnableMemory`, 'Enable Memory', true),
    choice(
      type,
      'Memory Type',
      {
        allMessages: 'All Messages',
        windowSize: 'Window Size',
        conversationSummary: 'Conversation Summary',
        conversationSummaryBuffer: 'Conversation Summary Buffer',
      },
      { default: 'allMessages', optional: true, show: on },
    ),
    figure(`${prefix}MemoryWindowSize`, 'Window Size', 20, { show: { [type]: 'windowSize' } }),
    figure(`${prefix}MemoryMaxTokenLimit`, 'Max Token Limit', 2_000, {
      show: { [type]: 'conversationSummaryBuffer' },
    }),
  ]
}

/** Inputs of a model step. `prefix` is that of its field names. */
export function answering(prefix: string): TemplateInput[] {
  const types = {
    string: 'String',
    stringArray: 'String Array',
    number: 'Number',
    boolean: 'Boolean',
    enum: 'Enum',
    jsonArray: 'JSON Array',
  }
  const rowOf = (type: string) => ({ [`${prefix}StructuredOutput[$index].type`]: type })
  return [
    prompt(`${prefix}UserMessage`, 'Input Message', {
      optional: true,
      show: { [`${prefix}EnableMemory`]: true },
    }),
    choice(
      `${prefix}ReturnResponseAs`,
      'Return Response As',
      { userMessage: 'User Message', assistantMessage: 'Assistant Message' },
      { default: 'userMessage' },
    ),
    rows(`${prefix}StructuredOutput`, 'JSON Structured Output', [
      text('key', 'Key'),
      choice('type', 'Type', types),
      text('enumValues', 'Enum Values', { optional: true, show: rowOf('enum') }),
      { name: 'jsonSchema', label: 'JSON Schema', type: 'code', optional: true, show: rowOf('jsonArray') },
      text('description', 'Description'),
    ]),
    updates(`${prefix}UpdateState`),
  ]
}
