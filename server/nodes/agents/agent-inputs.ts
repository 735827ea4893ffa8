export { inputModeration } from '#server/nodes/chains/moderate.ts'

export const tools = {
  label: 'Allowed Tools',
  type: 'Tool',
  description: 'What it may use.',
  list: true,
} as const

export const memory = {
  label: 'Memory',
  type: 'BaseChatMemory',
} as const

export const maxIterations = {
  label: 'Max Iterations',
  type: 'number',
  description: 'How often the model is asked for one question, at most. 15 where empty.',
  min: 1,
  optional: true,
  additionalParams: true,
} as const

export function systemMessage(text: string) {
  return {
    label: 'System Message',
    type: 'string',
    description: 'Who it is, and how it works.',
    default: text,
    rows: 4,
    optional: true,
    additionalParams: true,
  } as const
}
