import type { Prompt } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import type { ChatMessage } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'

type PromptInput = {
  question: string
  /** Values supplied by the chain. They override the prompt's own. */
  given?: Record<string, string>
  label: string
}

/**
 * Substitutes the prompt's variables. If exactly one has none, it receives the question; a
 * prompt without open variables is sent unchanged.
 */
export function resolvePrompt(prompt: Prompt, { question, given = {}, label }: PromptInput): ChatMessage[] {
  const entries = Object.entries(prompt.values).flatMap(([name, value]) => {
    const text = toText(value)
    return text === '' ? [] : [[name, text] as const]
  })
  const values = new Map([...entries, ...Object.entries(given)])
  const [open, ...others] = prompt.variables.filter((name) => !values.has(name))
  if (open !== undefined && others.length > 0) {
    const names = [open, ...others].map((name) => `{${name}}`).join(', ')
    throw new AppError(
      'INVALID_FLOW',
      `${label}: give ${names} a value under Format Prompt Values. Only one may be left for the question.`,
    )
  }
  if (open !== undefined) {
    values.set(open, question)
  }
  return prompt.format(Object.fromEntries(values))
}

function toText(value: Json): string {
  if (value === null) {
    return ''
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}
