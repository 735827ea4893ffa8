import type { Turn } from './define-node.ts'
import type { Json } from './inputs.ts'

type Scope = { turn: Turn; built: ReadonlyMap<string, unknown> }

const token = /\{\{([^{}]+)\}\}/g

/** `{{question}}`, `{{chat_history}}`, `{{$vars.x}}`, `{{$flow.x}}`, `{{node.data.instance}}`. What is unknown stays as written. */
export function fillIn(text: string, scope: Scope): string {
  return text.includes('{{')
    ? text.replaceAll(token, (whole, name: string) => resolve(name.trim(), scope) ?? whole)
    : text
}

/** The same in every text of a JSON value, so that what is filled in can never break the JSON around it. */
export function fillInJson(value: Json, scope: Scope): Json {
  if (typeof value === 'string') {
    return fillIn(value, scope)
  }
  if (Array.isArray(value)) {
    return value.map((item) => fillInJson(item, scope))
  }
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillInJson(item, scope)]))
  }
  return value
}

/** Whether a stored value asks for the conversation's past, which costs a read. */
export function asksForHistory(value: unknown): boolean {
  return typeof value === 'string' && /\{\{\s*(chat_history|\$flow\.chatHistory)\s*\}\}/.test(value)
}

function resolve(name: string, { turn, built }: Scope): string | undefined {
  const [head = '', ...path] = name.split('.')
  switch (head) {
    case 'question':
      return turn.question
    case 'chat_history':
      return turn.chatHistory ?? ''
    case '$vars':
      return turn.vars[path.join('.')]
    case '$flow':
      return flowValue(path.join('.'), turn)
    default:
      return path[0] === 'data' && path[1] === 'instance'
        ? builtText(built.get(head), path.slice(2))
        : undefined
  }
}

function flowValue(name: string, turn: Turn): string | undefined {
  const values: Record<string, string> = {
    chatflowId: turn.flowId,
    chatId: turn.chatId,
    sessionId: turn.sessionId,
    input: turn.question,
    chatHistory: turn.chatHistory ?? '',
    apiMessageId: turn.messageId,
  }
  return values[name]
}

/** Text or data another node has built, or one part of it. Handles are no text. */
function builtText(value: unknown, path: string[]): string | undefined {
  let part = value
  for (const key of path) {
    part =
      typeof part === 'object' && part !== null
        ? Object.entries(part).find(([name]) => name === key)?.[1]
        : undefined
  }
  if (typeof part === 'string') {
    return part
  }
  return isData(part) ? JSON.stringify(part) : undefined
}

function isData(value: unknown): boolean {
  return (
    value !== undefined &&
    typeof value !== 'function' &&
    !Object.values(value ?? {}).some((part) => typeof part === 'function')
  )
}
