import type { ChatRequest } from '#server/engine/ports.ts'
import { jsonInstruction } from '../structured.ts'
import { systemOf } from '../to-prompt.ts'

/**
 * A conversation as one text, for models that write on what they are given. A lone question is sent as it is: most flows
 * have written their own frame around it.
 */
export function flatPrompt(request: ChatRequest): string {
  const { messages, schema } = request
  const system = [systemOf(request), schema ? jsonInstruction(schema) : '']
    .filter((text) => text !== '')
    .join('\n\n')
  const spoken = messages.filter(({ role }) => role !== 'system')
  const [only, ...others] = spoken
  if (only && others.length === 0) {
    return [system, only.content].filter((text) => text !== '').join('\n\n')
  }
  const lines = spoken.map(({ role, content }) => `${names[role]}: ${content}`)
  return [system, ...lines, 'Assistant:'].filter((text) => text !== '').join('\n\n')
}

const names = { system: 'System', user: 'User', assistant: 'Assistant', tool: 'Tool' } as const
