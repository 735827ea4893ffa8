import type { Json } from '#server/engine/inputs.ts'
import type { ChatMessage } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'
import { toRecord } from '#shared/json.ts'

const MAX_COUNT = 200

const roles: Record<string, 'system' | 'user' | 'assistant'> = {
  system: 'system',
  user: 'user',
  human: 'user',
  userMessage: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  apiMessage: 'assistant',
}

// Kept on one line, so that line numbers in the author's code do not change.
const messageClasses = [
  'const require = ((outer) => {',
  'const classOf = (type) => class {',
  'constructor(given) { Object.assign(this, { type, content: given?.content ?? given }) } };',
  "const messages = { SystemMessage: classOf('system'), HumanMessage: classOf('human'), AIMessage: classOf('ai') };",
  "return (name) => name === '@langchain/core/messages' ? messages : outer(name);",
  '})(globalThis.require);',
].join(' ')

/** Adds the LangChain message classes that the code of older flows uses. */
export function withMessageClasses(code: string): string {
  return code.includes('require') ? `${messageClasses} ${code}` : code
}

/** Throws INVALID_FLOW naming the invalid message. */
export function readMessages(value: Json, label: string): ChatMessage[] {
  if (!Array.isArray(value) || value.length > MAX_COUNT) {
    throw new AppError(
      'INVALID_FLOW',
      `${label}: the code of Messages History must return a list of at most ${MAX_COUNT} messages.`,
    )
  }
  return value.map((each, index) => readMessage(each) ?? reject(index, label))
}

/** `{ role, content }`, `{ type, content }` or `[role, content]`. */
function readMessage(value: Json): ChatMessage | undefined {
  const { role: named, type, content: text, message } = toRecord(value)
  const [kind, content] = Array.isArray(value) ? value : [named ?? type, text ?? message]
  const role = typeof kind === 'string' && Object.hasOwn(roles, kind) ? roles[kind] : undefined
  return role && typeof content === 'string' ? { role, content } : undefined
}

function reject(index: number, label: string): never {
  throw new AppError(
    'INVALID_FLOW',
    `${label}: message ${index + 1} of Messages History needs a role (user, assistant or system) and a text.`,
  )
}
