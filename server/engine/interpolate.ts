import { tryParseBoundedJson } from '#shared/json-depth.ts'
import type { Turn } from './call-context.ts'
import type { Json } from './inputs.ts'

type Scope = { turn: Turn; built: ReadonlyMap<string, unknown> }

const token = /\{\{([^{}]+)\}\}/g

/**
 * Replaces `{{question}}`, `{{chat_history}}`, `{{$vars.x}}`, `{{$flow.x}}` and `{{node.data.instance}}`. Unknown
 * references stay unchanged.
 */
export function interpolate(text: string, scope: Scope): string {
  return text.includes('{{')
    ? text.replaceAll(token, (match, name: string) => resolve(name.trim(), scope) ?? match)
    : text
}

/** Interpolates every string of a JSON value, so that values cannot break the JSON around them. */
export function interpolateJson(value: Json, scope: Scope): Json {
  return mapStrings(value, (text) => interpolate(text, scope))
}

/** Replaces every string of a JSON value, at any depth. */
export function mapStrings(value: Json, change: (text: string) => Json): Json {
  if (typeof value === 'string') {
    return change(value)
  }
  if (Array.isArray(value)) {
    return value.map((item) => mapStrings(item, change))
  }
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)]))
  }
  return value
}

/** True when a stored value references the conversation's history, which costs a read. */
export function usesHistory(value: unknown): boolean {
  return typeof value === 'string' && /\{\{\s*(chat_history|\$flow\.chatHistory)\s*\}\}/.test(value)
}

function resolve(name: string, { turn, built }: Scope): string | undefined {
  const [head = '', ...path] = name.split('.')
  switch (head) {
    case 'question':
      return turn.question
    case 'chat_history':
      return turn.chatHistory ?? ''
    case 'file_attachment':
      return ''
    case '$vars':
      return own(turn.vars, path.join('.'))
    case '$flow':
      return flowValue(path.join('.'), turn)
    default:
      return path[0] === 'data' && path[1] === 'instance'
        ? builtText(built.get(head), path.slice(2))
        : undefined
  }
}

/** `{{$flow.name}}`, without the state of agent flows. */
export function flowValue(name: string, turn: Turn): string | undefined {
  const values: Record<string, string> = {
    chatflowId: turn.flowId,
    chatId: turn.chatId,
    sessionId: turn.sessionId,
    input: turn.question,
    chatHistory: turn.chatHistory ?? '',
    apiMessageId: turn.messageId,
  }
  return own(values, name)
}

/** Ignores inherited properties: `{{$vars.constructor}}` is an ordinary name. */
export function own(values: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

/** Text or data built by another node, or one part of it. Handles are not text. */
function builtText(value: unknown, path: string[]): string | undefined {
  let part = value
  for (const key of path) {
    const data = typeof part === 'string' ? tryParseBoundedJson(part) : part
    part = isData(data) && Object.hasOwn(data, key) ? data[key] : undefined
  }
  if (typeof part === 'string') {
    return part
  }
  return isData(part) || typeof part === 'number' || typeof part === 'boolean'
    ? JSON.stringify(part)
    : undefined
}

function isData(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Object.values(value).some((part) => typeof part === 'function')
  )
}
