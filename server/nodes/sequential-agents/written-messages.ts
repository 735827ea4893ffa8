import type { Json } from '#server/engine/inputs.ts'
import { isRecord } from '#shared/json.ts'
import type { RuntimeMessage } from '#shared/runs.ts'

/** Code of older files requires its message classes from a library. */
export function withMessageClasses(code: string): string {
  const classes = ['Human', 'AI', 'System', 'Tool'].map(
    (kind) =>
      `${kind}Message:class{constructor(m){Object.assign(this,m.trim?{content:m}:m,{role:'${kind}'})}}`,
  )
  return `var require=()=>({${classes.join(',')}});${code}`
}

const roles: Readonly<Record<string, RuntimeMessage['role']>> = {
  ...{ human: 'user', user: 'user', system: 'user', ai: 'assistant', assistant: 'assistant', tool: 'tool' },
}

/** Messages that code has returned: `{ role, content }`, `[role, content]`, or the message classes. */
export function readWrittenMessages(value: Json): RuntimeMessage[] {
  return (Array.isArray(value) ? value : []).flatMap((each) => {
    const [role = null, content = ''] = Array.isArray(each) ? each : []
    return readMessage(isRecord(each) ? each : { role, content })
  })
}

function readMessage(message: Record<string, unknown>): RuntimeMessage[] {
  const role = roles[String(message.role ?? message.type).toLowerCase()]
  const { content = '', tool_call_id: id } = message
  const toolCalls = callsIn(message.tool_calls)
  return role === undefined
    ? []
    : [
        {
          role,
          content: typeof content === 'string' ? content : JSON.stringify(content),
          ...(toolCalls.length > 0 && { toolCalls }),
          ...(id !== undefined && { toolCallId: String(id) }),
        },
      ]
}

function callsIn(value: unknown): NonNullable<RuntimeMessage['toolCalls']> {
  const calls = (Array.isArray(value) ? value : []).filter(isRecord)
  return calls.map(({ id, name, args }) => ({ id: String(id), name: String(name), args }))
}
