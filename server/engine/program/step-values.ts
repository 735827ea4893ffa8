import { isRecord } from '#shared/json.ts'
import { tryParseBoundedJson } from '#shared/json-depth.ts'
import type { RunInput } from '#shared/runs.ts'
import type { Turn } from '../call-context.ts'
import type { Json } from '../inputs.ts'
import { flowValue, mapStrings, own } from '../interpolate.ts'

/** Values that references of agent flows can name. */
export type StepValues = {
  turn: Turn
  runInput: RunInput
  state: Readonly<Record<string, Json>>
  /** The last output of a node, also of nodes around an iteration. */
  outputOf(nodeId: string): Json | undefined
  /** Item of the iteration around the step. */
  item?: Json | undefined
  loopCount: number
  /** Number of messages of this run. */
  messageCount: number
  /** ISO date; the time at which the step started, also when it is run again. */
  now: string
  /** Output of the step itself, in fields that are read after its work. */
  output?: Json | undefined
}

const reference = /\{\{\s*([^{}]+?)\s*\}\}/g

/**
 * Replaces `{{ question }}`, `{{ nodeId }}`, `{{ nodeId.output.path }}`, `{{ $flow.state.x }}`, `{{ $form.x }}` and the
 * other references of agent flows. Objects are inserted as JSON. Unknown references stay unchanged.
 */
export function interpolateStepText(text: string, values: StepValues): string {
  return text.includes('{{')
    ? text.replaceAll(reference, (whole, name: string) => {
        const found = resolveReference(name, values)
        return found === undefined ? whole : toText(found)
      })
    : text
}

/** Interpolates every string of a JSON value. */
export function interpolateStepValue(value: Json, values: StepValues): Json {
  return mapStrings(value, (text) => interpolateStepText(text, values))
}

/** True when stored inputs reference the conversation's history, which costs a read. */
export function usesHistory(inputs: Readonly<Record<string, unknown>>): boolean {
  const known = withHistory.get(inputs)
  if (known !== undefined) {
    return known
  }
  const found = /\{\{\s*(?:chat_history|\$flow\.chatHistory)\s*\}\}/.test(JSON.stringify(inputs))
  withHistory.set(inputs, found)
  return found
}

/** Inputs are constant in a planned flow. */
const withHistory = new WeakMap<object, boolean>()

function resolveReference(name: string, values: StepValues): Json | undefined {
  const { turn, runInput } = values
  const [head = '', ...path] = name.split('.')
  switch (head) {
    case 'question':
      return turn.question
    case 'chat_history':
      return turn.chatHistory ?? ''
    case 'file_attachment':
      return ''
    case 'current_date_time':
      return values.now
    case 'runtime_messages_length':
      return values.messageCount
    case 'loop_count':
      return values.loopCount
    case 'output':
      return values.output === undefined ? undefined : readPath(contentOf(values.output, path), path)
    case '$form':
      return runInput.kind === 'form' || runInput.kind === 'schedule' ? readPath(runInput.value, path) : ''
    case '$webhook':
      return runInput.kind === 'webhook' ? readPath(runInput.value, path) : ''
    case '$iteration':
      return values.item === undefined ? undefined : readPath(values.item, path)
    case '$vars':
      return own(turn.vars, path.join('.'))
    case '$flow':
      return valueOfFlow(path, values)
    default:
      return nodeValue(head, path, values)
  }
}

/** `{{ output }}` is the content; `{{ output.key }}` is a part of the whole output. */
function contentOf(output: Json, path: readonly string[]): Json {
  return path.length === 0 && isRecord(output) && 'content' in output ? (output.content as Json) : output
}

function nodeValue(id: string, path: readonly string[], values: StepValues): Json | undefined {
  const output = values.outputOf(id)
  if (output === undefined) {
    return undefined
  }
  if (path.length === 0) {
    return contentOf(output, path)
  }
  return path[0] === 'output' ? readPath(output, path.slice(1)) : undefined
}

function valueOfFlow([name = '', ...path]: string[], { turn, state }: StepValues): Json | undefined {
  if (name === 'state') {
    return readPath(state as Json, path)
  }
  return path.length === 0 ? flowValue(name, turn) : undefined
}

/** Follows `a.0.b` and `a[0].b`. A text on the way is read as JSON. A missing part is empty. */
function readPath(value: Json, path: readonly string[]): Json {
  let part: Json = value
  for (const key of path.flatMap((each) => each.replaceAll(/\[(\w+)\]/g, '.$1').split('.'))) {
    const data = typeof part === 'string' ? tryParseBoundedJson(part) : part
    const isThere = data !== null && typeof data === 'object' && Object.hasOwn(data, key)
    part = isThere ? ((data as Record<string, Json>)[key] as Json) : ''
  }
  return part
}

function toText(value: Json): string {
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
}
