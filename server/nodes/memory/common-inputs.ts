/** The planner reads it as well (`Plan.memorySession`), because messages are stored under it. */
export const sessionId = {
  label: 'Session ID',
  type: 'string',
  description: 'Conversations with the same ID share their memory. Empty: each has its own.',
  default: '',
  optional: true,
  additionalParams: true,
} as const

export const sessionTTL = {
  label: 'Session Timeouts',
  type: 'number',
  description: 'Session lifetime in seconds after the last message. Empty: unlimited.',
  step: 1,
  min: 1,
  optional: true,
  additionalParams: true,
} as const

export const memoryKey = {
  label: 'Memory Key',
  type: 'string',
  description: 'Name of the prompt variable that holds the conversation.',
  default: 'chat_history',
  additionalParams: true,
} as const
