import type { Turn } from '#server/engine/call-context.ts'
import type { Json } from '#server/engine/inputs.ts'
import type { StepScope } from '#server/engine/program/step.ts'
import { effectOfScript } from '#server/engine/script-effect.ts'
import type { World } from '#server/engine/world.ts'
import { isRecord, parseJson } from '#shared/json.ts'
import { stateMessages } from './messages.ts'

export type StepCall = {
  step: StepScope
  turn: Turn
  ports: Pick<World, 'effect' | 'runCode'>
  label: string
}

/** What bare references such as `$flow.state.x` can name. */
export type FlowValues = { turn: Turn; state: Record<string, Json>; output: Json }

/** The state as files know it: the declared keys and the messages of the conversation. */
export async function readFlowValues(
  { step, turn }: Pick<StepCall, 'step' | 'turn'>,
  output: Json = '',
): Promise<FlowValues> {
  const messages = (await stateMessages(step)).map(({ content, name = '', role }) => ({
    content,
    name,
    role,
  }))
  return { turn, state: { ...step.state, messages }, output }
}

/** The value of a field that is a reference; any other value unchanged. Missing parts are empty. */
export function resolveValue(value: Json, { turn, state, output }: FlowValues): Json {
  const [, root, path = ''] = (typeof value === 'string' && /^\s*\$(flow|vars)\.?(\S*)\s*$/.exec(value)) || []
  if (root === 'vars') {
    return Object.hasOwn(turn.vars, path) ? (turn.vars[path] ?? '') : ''
  }
  const { chatId, sessionId, question } = turn
  const flow: Record<string, Json> = {
    ...{ chatflowId: turn.flowId, chatId, sessionId, input: question, apiMessageId: turn.messageId },
    ...{ state, output, chatHistory: turn.chatHistory ?? '' },
  }
  if (root !== 'flow') {
    return value
  }
  const isText = path === 'output' && isRecord(output) && 'content' in output
  return isText ? (output.content as Json) : partOf(flow, path)
}

/** Follows `a.b`, `a[0]` and `a[-1]`. A text on the way is read as JSON. */
function partOf(value: Json, path: string): Json {
  const keys = path.replaceAll(/\[["']?(-?[\w$]+)["']?\]/g, '.$1').split('.')
  return keys.filter(Boolean).reduce<Json>((part, key) => memberOf(part, key) ?? '', value)
}

function memberOf(part: Json, key: string): Json | undefined {
  const data = typeof part === 'string' ? ((parseJson(part) as Json | undefined) ?? part) : part
  if (Array.isArray(data)) {
    return key === 'length' ? data.length : data.at(Number(key))
  }
  return isRecord(data) && Object.hasOwn(data, key) ? (data[key] as Json) : undefined
}

/** Runs a script of the node's form with the whole state and the step's output; its result is recorded. */
export function runScript(
  { ports }: Pick<StepCall, 'ports'>,
  name: string,
  { code, values, inputs = {} }: { code: string; values: FlowValues; inputs?: Record<string, Json> },
): Promise<Json> {
  const given = { ...inputs, flowtillState: values.state, flowtillOutput: values.output }
  // On one line with the code, so that line numbers in errors do not change.
  const prepared = '$flow.state=$flowtillState;$flow.output=$flowtillOutput;'
  return ports.effect({ name, args: inputs, effect: effectOfScript(code) }, async () => {
    return (await ports.runCode({ code: `${prepared}${code}`, inputs: given })).value
  })
}
