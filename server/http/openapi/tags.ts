/** Chapters of the API documentation, in their order. `noun` describes a path parameter named `id`. */
export const tags = {
  Predictions: {
    noun: 'flow',
    description: 'Ask a flow, as JSON or as a stream of events. Spends from the wallet of the flow owner.',
  },
  Flows: { noun: 'flow', description: 'Create, change, validate and delete flows.' },
  Chatbots: { noun: 'flow', description: 'What a chat client needs to know about a flow before it asks.' },
  Channels: { noun: 'channel', description: 'Chat platforms where flows answer.' },
  Triggers: { noun: 'flow', description: 'Flows that start by a schedule or a webhook.' },
  'MCP server': { noun: 'flow', description: 'Flows as tools of MCP clients.' },
  Executions: { noun: 'execution', description: 'Runs of agent flows, step by step.' },
  Evaluations: {
    noun: 'object',
    description: 'Data sets, evaluators, and their runs over versions of a flow.',
  },
  Messages: { noun: 'flow', description: 'Conversations of a flow and their statistics.' },
  Feedback: { noun: 'flow', description: 'Ratings of answers.' },
  Leads: { noun: 'flow', description: 'Contact details that visitors leave before a chat.' },
  Files: { noun: 'file', description: 'Files sent with questions, and text read from documents.' },
  Speech: { noun: 'flow', description: 'Answers read aloud.' },
  'Vector stores': { noun: 'flow', description: 'Fill the vector stores of a flow.' },
  'Document stores': {
    noun: 'store',
    description: 'Sources, their chunks and the index that finds them.',
  },
  Nodes: { noun: 'node', description: 'The nodes a flow can be built from.' },
  Credentials: {
    noun: 'credential',
    description: 'Keys of model providers and other services, stored encrypted.',
  },
  Tools: { noun: 'tool', description: 'Custom tools written in JavaScript.' },
  Variables: { noun: 'variable', description: 'Values that flows read as `{{$vars.name}}`.' },
  Assistants: { noun: 'assistant', description: 'Assistants of this server and of OpenAI.' },
  Templates: { noun: 'template', description: 'Flows and tools to start from.' },
  'Export and import': { noun: 'file', description: 'Move flows, tools and settings between servers.' },
  Usage: { noun: 'flow', description: 'What answers cost, model prices and spending limits.' },
  Wallet: { noun: 'user', description: 'Prepaid balances in US dollars and their movements.' },
  Payment: { noun: 'payment', description: 'Top-ups by card and their refunds.' },
  Account: { noun: 'session', description: 'Sign up, sign in, sessions and the own profile.' },
  Users: { noun: 'user', description: 'Accounts of all users. For administrators.' },
  'API keys': { noun: 'API key', description: 'Keys with which programs call this API.' },
  Audit: { noun: 'entry', description: 'Who did what, and when.' },
  Server: { noun: 'server', description: 'Health, version and this document.' },
} as const

export type Tag = keyof typeof tags
