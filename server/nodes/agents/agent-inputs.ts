export { inputModeration } from '#server/nodes/chains/moderate.ts'

export const tools = {
  label: 'Allowed Tools',
  type: 'Tool',
  description: 'Tools the agent can call.',
  list: true,
} as const

export const memory = {
  label: 'Memory',
  type: 'BaseChatMemory',
} as const

export const maxIterations = {
  label: 'Max Iterations',
  type: 'number',
  description: 'Max model calls per message. Default: 15.',
  min: 1,
  optional: true,
  additionalParams: true,
} as const

export function systemMessage(text: string) {
  return {
    label: 'System Message',
    type: 'string',
    description: 'Instructions for the agent.',
    default: text,
    rows: 4,
    optional: true,
    additionalParams: true,
  } as const
}
