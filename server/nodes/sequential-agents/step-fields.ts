import { inputModeration } from '#server/nodes/chains/moderate.ts'

export { inputModeration }

const before = 'Start | Agent | Condition | LLMNode | ToolNode | CustomFunction | ExecuteFlow'
const link = (description: string) => ({ label: 'Sequential Node', description }) as const

/** Links from earlier steps. The types are part of handle ids in flow files. */
export const afterAny = {
  ...link('The step before this one.'),
  type: before,
  list: true,
} as const
export const afterStep = {
  ...link('The step before this one.'),
  type: 'Start | Agent | LLMNode | ToolNode | CustomFunction | ExecuteFlow',
  list: true,
} as const
export const beforeEnd = {
  ...link('The step before this one.'),
  type: 'Agent | Condition | LLMNode | ToolNode | CustomFunction | ExecuteFlow',
} as const

export const ownModel = {
  label: 'Model',
  type: 'BaseChatModel',
  description: 'Default: the model of the start node.',
  optional: true,
} as const

export const tools = {
  label: 'Tools',
  type: 'Tool',
  list: true,
  optional: true,
} as const

export const systemPrompt = {
  label: 'System Prompt',
  type: 'string',
  rows: 4,
  optional: true,
} as const

export const humanPrompt = {
  label: 'Human Prompt',
  type: 'string',
  description: 'Sent to the model as the last message.',
  rows: 4,
  optional: true,
  additionalParams: true,
} as const

export const messageHistory = {
  label: 'Messages History',
  type: 'code',
  description: 'Code that returns messages, inserted before the conversation: [{ role, content }].',
  optional: true,
  additionalParams: true,
} as const

export const historySelection = {
  label: 'Conversation History',
  type: 'options',
  description: 'Messages of the conversation sent to the model.',
  options: [
    { name: 'user_question', label: 'User Question' },
    { name: 'last_message', label: 'Last Conversation Message' },
    { name: 'all_messages', label: 'All Conversation Messages' },
    { name: 'empty', label: 'Empty' },
  ],
  default: 'all_messages',
  optional: true,
  additionalParams: true,
} as const

export const promptValues = {
  label: 'Format Prompt Values',
  type: 'json',
  description: 'Values for {name} in the prompts.',
  list: true,
  optional: true,
  acceptVariable: true,
} as const

export const approval = {
  interrupt: {
    label: 'Require Approval',
    type: 'boolean',
    description: 'Pause before tools run until a person approves.',
    optional: true,
  },
  approvalPrompt: {
    label: 'Approval Prompt',
    type: 'string',
    description: '{tools} is replaced by the names of the tools.',
    default: 'You are about to execute tool: {tools}. Ask if user want to proceed',
    rows: 4,
    optional: true,
    additionalParams: true,
  },
  approveButtonText: {
    label: 'Approve Button Text',
    type: 'string',
    default: 'Yes',
    optional: true,
    additionalParams: true,
  },
  rejectButtonText: {
    label: 'Reject Button Text',
    type: 'string',
    default: 'No',
    optional: true,
    additionalParams: true,
  },
} as const

const valueOptions = [
  { label: 'Output (string)', value: '$flow.output' },
  { label: 'JSON key of the output', value: '$flow.output.<replace-with-key>' },
  { label: 'Variable (string)', value: '$vars.<variable-name>' },
  { label: 'Input Question (string)', value: '$flow.input' },
  { label: 'Session Id (string)', value: '$flow.sessionId' },
] as const

/** Stored under `updateStateMemoryUI` or `updateStateMemoryCode`, whichever tab is chosen. */
export const updateState = {
  label: 'Update State',
  type: 'tabs',
  tabIdentifier: 'selectedUpdateStateMemoryTab',
  default: 'updateStateMemoryUI',
  optional: true,
  additionalParams: true,
  tabs: [
    {
      name: 'updateStateMemoryUI',
      label: 'Update State (Table)',
      type: 'datagrid',
      description: 'Changes of the state after this step, such as $flow.output.',
      datagrid: [
        {
          field: 'key',
          headerName: 'Key',
          type: 'asyncSingleSelect',
          loadMethod: 'loadStateKeys',
          flex: 0.5,
          editable: true,
        },
        { field: 'value', headerName: 'Value', type: 'freeSolo', valueOptions, flex: 1, editable: true },
      ],
      optional: true,
      additionalParams: true,
    },
    {
      name: 'updateStateMemoryCode',
      label: 'Update State (Code)',
      type: 'code',
      description: 'Code that returns an object of changed keys. $flow.output is the output of this step.',
      codeExample: `return { answer: $flow.output }`,
      optional: true,
      additionalParams: true,
    },
  ],
} as const

/** Keys of a JSON object that the model must return. */
export const structuredOutput = {
  label: 'JSON Structured Output',
  type: 'datagrid',
  description: 'The model returns a JSON object with these keys.',
  datagrid: [
    { field: 'key', headerName: 'Key', editable: true },
    {
      field: 'type',
      headerName: 'Type',
      type: 'singleSelect',
      valueOptions: ['String', 'String Array', 'Number', 'Boolean', 'Enum'],
      editable: true,
    },
    { field: 'enumValues', headerName: 'Enum Values', editable: true },
    { field: 'description', headerName: 'Description', flex: 1, editable: true },
  ],
  optional: true,
  additionalParams: true,
} as const

const operations = [
  ...['Contains', 'Not Contains', 'Start With', 'End With', 'Is', 'Is Not', 'Is Empty', 'Is Not Empty'],
  ...['Greater Than', 'Less Than', 'Equal To', 'Not Equal To'],
  ...['Greater Than or Equal To', 'Less Than or Equal To'],
]

const variables = [
  { label: 'Total Messages (number)', value: '$flow.state.messages.length' },
  { label: 'First Message Content (string)', value: '$flow.state.messages[0].content' },
  { label: 'Last Message Content (string)', value: '$flow.state.messages[-1].content' },
  { label: 'Variable (string)', value: '$vars.<variable-name>' },
]

/** Stored under `conditionUI` or `conditionFunction`, whichever tab is chosen. */
export const conditionTabs = {
  label: 'Condition',
  type: 'conditionFunction',
  tabIdentifier: 'selectedConditionFunctionTab',
  tabs: [
    {
      name: 'conditionUI',
      label: 'Condition (Table)',
      type: 'datagrid',
      description: 'The first row that is fulfilled chooses the output; none leads to End.',
      datagrid: [
        {
          field: 'variable',
          headerName: 'Variable',
          type: 'freeSolo',
          loadMethod: ['getPreviousMessages', 'loadStateKeys'],
          valueOptions: variables,
          flex: 0.5,
          editable: true,
        },
        {
          field: 'operation',
          headerName: 'Operation',
          type: 'singleSelect',
          valueOptions: operations,
          flex: 0.4,
          editable: true,
        },
        { field: 'value', headerName: 'Value', flex: 1, editable: true },
        { field: 'output', headerName: 'Output Name', flex: 0.3, editable: true },
      ],
    },
    {
      name: 'conditionFunction',
      label: 'Condition (Code)',
      type: 'code',
      description: 'Code that returns the name of an output.',
      codeExample: `if (String($flow.input).includes('refund')) {
  return 'Refund'
}
return 'End'`,
    },
  ],
} as const

/** They lead to other steps, which use no handle. */
const build = () => undefined

export const conditionOutputs = {
  next: { label: 'Next', baseClasses: ['Condition'], isAnchor: true, build },
  end: { label: 'End', baseClasses: ['Condition'], isAnchor: true, build },
} as const

export const returnValueAs = {
  label: 'Return Value As',
  type: 'options',
  options: [
    { name: 'aiMessage', label: 'AI Message' },
    { name: 'humanMessage', label: 'Human Message' },
    { name: 'stateObj', label: 'State Object', description: 'The returned object updates the state.' },
  ],
  default: 'aiMessage',
} as const
