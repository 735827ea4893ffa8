/** Read by the planner (`Plan.memorySession`), since messages are stored under it as well. */
export const sessionId = {
  label: 'Session Id',
  type: 'string',
  description: 'Conversations with the same id share their memory. Left empty, each has its own.',
  default: '',
  optional: true,
  additionalParams: true,
} as const

export const sessionTTL = {
  label: 'Session Timeouts',
  type: 'number',
  description: 'Seconds after its last message a conversation is forgotten. Left empty, never.',
  step: 1,
  min: 1,
  optional: true,
  additionalParams: true,
} as const

export const memoryKey = {
  label: 'Memory Key',
  type: 'string',
  description: 'The name under which a prompt finds the conversation.',
  default: 'chat_history',
  additionalParams: true,
} as const
