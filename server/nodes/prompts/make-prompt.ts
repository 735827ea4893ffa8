import type { Prompt } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import type { ChatMessage } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord } from '#shared/json.ts'
import { formatPrompt, parsePrompt, variablesIn } from './prompt-text.ts'

type Text = { role: 'system' | 'user'; template: string }

export const promptValues = {
  label: 'Format Prompt Values',
  type: 'json',
  description: 'Values for the prompt’s variables. You can leave one empty; it receives the message.',
  optional: true,
  acceptVariable: true,
  list: true,
} as const

/** `label` names the node in errors. `history` is inserted unchanged after the first text. */
export function makePrompt(
  texts: readonly Text[],
  values: Json | undefined,
  label: string,
  history: readonly ChatMessage[] = [],
): Prompt {
  const parsed = texts.map(({ role, template }) => ({ role, parts: parsePrompt(template) }))
  return {
    variables: variablesIn(parsed.flatMap(({ parts }) => parts)),
    values: readValues(values, label),
    format: (given) => {
      const messages = parsed.map(({ role, parts }): ChatMessage => {
        const content = formatPrompt(parts, (name) =>
          Object.hasOwn(given, name) ? (given[name] ?? '') : rejectMissing(name, label),
        )
        return { role, content }
      })
      return history.length > 0 ? messages.toSpliced(1, 0, ...history) : messages
    },
  }
}

function readValues(values: Json | undefined, label: string): Record<string, Json> {
  if (values === undefined || values === null) {
    return {}
  }
  if (!isRecord(values)) {
    throw new AppError(
      'INVALID_FLOW',
      `${label}: Format Prompt Values must name each value: {"name": "value"}.`,
    )
  }
  return values
}

function rejectMissing(name: string, label: string): never {
  throw new AppError('INVALID_FLOW', `${label}: {${name}} has no value.`)
}
