import type { ChatRequest } from '#server/engine/ports.ts'
import { jsonInstruction } from '../structured.ts'
import { systemOf } from '../to-prompt.ts'

/**
 * Flattens a conversation into one text for completion models. A single question is sent unchanged, because most
 * flows already wrap it in a prompt template.
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
