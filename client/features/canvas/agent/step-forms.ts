import type { TemplateInput } from '#shared/nodes.ts'
import {
  answering,
  choice,
  configured,
  figure,
  loaded,
  memory,
  messages,
  onOff,
  pairs,
  prompt,
  rows,
  text,
  updates,
} from './step-inputs.ts'

const variable = { acceptVariable: true }
const ofRow = (list: string, column: string, ...values: unknown[]) => ({
  [`${list}[$index].${column}`]: values.length === 1 ? values[0] : values,
})

const llm: TemplateInput[] = [
  loaded('llmModel', 'Model', 'listModels', configured),
  messages('llmMessages'),
  ...memory('llm'),
  ...answering('llm'),
]

const agent: TemplateInput[] = [
  loaded('agentModel', 'Model', 'listModels', configured),
  messages('agentMessages'),
  rows('agentTools', 'Tools', [
    loaded('agentSelectedTool', 'Tool', 'listTools', configured),
    onOff('agentSelectedToolRequiresHumanInput', 'Require Human Input', false),
  ]),
  rows('agentKnowledgeDocumentStores', 'Knowledge (Document Stores)', [
    loaded('documentStore', 'Document Store', 'listStores'),
    prompt('docStoreDescription', 'Describe Knowledge'),
    onOff('returnSourceDocuments', 'Return Source Documents', false),
  ]),
  rows('agentKnowledgeVSEmbeddings', 'Knowledge (Vector Embeddings)', [
    loaded('vectorStore', 'Vector Store', 'listVectorStores', configured),
    loaded('embeddingModel', 'Embedding Model', 'listEmbeddings', configured),
    text('knowledgeName', 'Knowledge Name'),
    prompt('knowledgeDescription', 'Describe Knowledge'),
    onOff('returnSourceDocuments', 'Return Source Documents', false),
  ]),
  ...memory('agent'),
  ...answering('agent'),
]

const compared = {
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
const measured = {
  smaller: 'Smaller',
  smallerEqual: 'Smaller Equal',
  equal: 'Equal',
  notEqual: 'Not Equal',
  larger: 'Larger',
  largerEqual: 'Larger Equal',
  isEmpty: 'Is Empty',
  notEmpty: 'Not Empty',
}
const decided = { equal: 'Equal', notEqual: 'Not Equal' }
const asType = (type: string) => ({ show: ofRow('conditions', 'type', type) })

const condition: TemplateInput[] = [
  rows(
    'conditions',
    'Conditions',
    [
      choice(
        'type',
        'Type',
        { string: 'String', number: 'Number', boolean: 'Boolean' },
        { default: 'string' },
      ),
      text('value1', 'Value 1', { default: '', ...variable, ...asType('string') }),
      choice('operation', 'Operation', compared, { default: 'equal', ...asType('string') }),
      text('value2', 'Value 2', {
        default: '',
        ...variable,
        ...asType('string'),
        hide: ofRow('conditions', 'operation', 'isEmpty', 'notEmpty'),
      }),
      figure('value1', 'Value 1', 0, { default: '', ...variable, ...asType('number') }),
      choice('operation', 'Operation', measured, { default: 'equal', ...asType('number') }),
      figure('value2', 'Value 2', 0, { ...variable, ...asType('number') }),
      onOff('value1', 'Value 1', false, asType('boolean')),
      choice('operation', 'Operation', decided, { default: 'equal', ...asType('boolean') }),
      onOff('value2', 'Value 2', false, asType('boolean')),
    ],
    { optional: false, default: [{ type: 'string', value1: '', operation: 'equal', value2: '' }] },
  ),
]

const conditionAgent: TemplateInput[] = [
  loaded('conditionAgentModel', 'Model', 'listModels', configured),
  prompt('conditionAgentInstructions', 'Instructions'),
  prompt('conditionAgentInput', 'Input', { default: '{{ question }}' }),
  rows('conditionAgentScenarios', 'Scenarios', [text('scenario', 'Scenario')], {
    optional: false,
    acceptVariable: false,
    default: [{ scenario: '' }, { scenario: '' }],
  }),
  ...memory('conditionAgent'),
  onOff('conditionAgentOverrideSystemPrompt', 'Override System Prompt', false),
  prompt('conditionAgentSystemPrompt', 'Node System Prompt', {
    optional: true,
    show: { conditionAgentOverrideSystemPrompt: true },
  }),
]

const humanInput: TemplateInput[] = [
  choice('humanInputDescriptionType', 'Description Type', { fixed: 'Fixed', dynamic: 'Dynamic' }),
  prompt('humanInputDescription', 'Description', { show: { humanInputDescriptionType: 'fixed' } }),
  loaded('humanInputModel', 'Model', 'listModels', {
    ...configured,
    show: { humanInputDescriptionType: 'dynamic' },
  }),
  prompt('humanInputModelPrompt', 'Prompt', {
    default: 'Sum up what has been found out so far, and ask whether to go on.',
    show: { humanInputDescriptionType: 'dynamic' },
  }),
  onOff('humanInputEnableFeedback', 'Enable Feedback', true, { optional: false }),
]

const loop: TemplateInput[] = [
  loaded('loopBackToNode', 'Loop Back To', 'listPreviousNodes', { freeSolo: true }),
  figure('maxLoopCount', 'Max Loop Count', 5),
  prompt('fallbackMessage', 'Fallback Message', { optional: true }),
  updates('loopUpdateState'),
]

const tool: TemplateInput[] = [
  loaded('toolAgentflowSelectedTool', 'Tool', 'listTools', configured),
  rows(
    'toolInputArgs',
    'Tool Input Arguments',
    [
      loaded('inputArgName', 'Input Argument Name', 'listToolInputArgs', { freeSolo: true }),
      text('inputArgValue', 'Input Argument Value', variable),
    ],
    { show: { toolAgentflowSelectedTool: '.+' } },
  ),
  updates('toolUpdateState'),
]

const retriever: TemplateInput[] = [
  rows(
    'retrieverKnowledgeDocumentStores',
    'Knowledge (Document Stores)',
    [loaded('documentStore', 'Document Store', 'listStores')],
    { optional: false, acceptVariable: false },
  ),
  prompt('retrieverQuery', 'Retriever Query'),
  choice(
    'outputFormat',
    'Output Format',
    { text: 'Text', textWithMetadata: 'Text with Metadata' },
    { default: 'text' },
  ),
  updates('retrieverUpdateState'),
]

const customFunction: TemplateInput[] = [
  rows('customFunctionInputVariables', 'Input Variables', [
    text('variableName', 'Variable Name'),
    text('variableValue', 'Variable Value', variable),
  ]),
  { name: 'customFunctionJavascriptFunction', label: 'JavaScript Function', type: 'code' },
  updates('customFunctionUpdateState'),
]

const written = { bodyType: ['raw', 'json'] }
const listed = { bodyType: ['xWwwFormUrlencoded', 'formData'] }

const http: TemplateInput[] = [
  choice(
    'method',
    'Method',
    { GET: 'GET', POST: 'POST', PUT: 'PUT', DELETE: 'DELETE', PATCH: 'PATCH' },
    { default: 'GET' },
  ),
  text('url', 'URL', variable),
  pairs('headers', 'Headers'),
  pairs('queryParams', 'Query Params'),
  choice(
    'bodyType',
    'Body Type',
    { json: 'JSON', raw: 'Raw', formData: 'Form Data', xWwwFormUrlencoded: 'x-www-form-urlencoded' },
    { optional: true },
  ),
  prompt('body', 'Body', { optional: true, show: written }),
  pairs('body', 'Body', { show: listed }),
  choice(
    'responseType',
    'Response Type',
    { json: 'JSON', text: 'Text', arraybuffer: 'Array Buffer', base64: 'Base64' },
    { optional: true },
  ),
]

/** The forms of steps by their names. */
export const stepForms = {
  llm,
  agent,
  condition,
  conditionAgent,
  humanInput,
  loop,
  iteration: [text('iterationInput', 'Array Input', { rows: 4, ...variable })],
  tool,
  retriever,
  customFunction,
  http,
  directReply: [prompt('directReplyMessage', 'Message')],
} satisfies Record<string, readonly TemplateInput[]>
