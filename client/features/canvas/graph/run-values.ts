import { isRecord } from '#shared/json.ts'
import type { RunEvent } from '#shared/runs.ts'

const inState = '$flow.state.'

/** Values of variables in a run, by their text: `{{ question }}`, `$flow.state.visits`. Unknown ones are omitted. */
export function valuesOfRun(
  events: readonly RunEvent[],
  variables: readonly string[],
): Readonly<Record<string, string>> {
  const reported = events.reduce(listen, nothingReported)
  const state = events.reduce(stateAfter, {})
  const read = (variable: string) => {
    const name = variable.replace(/^\{\{\s*(.+?)\s*\}\}$/, '$1')
    return name.startsWith(inState)
      ? textOf(state[name.slice(inState.length)])
      : reportedValue(reported, name)
  }
  return Object.fromEntries(
    variables.flatMap((variable) => {
      const value = read(variable)
      return value === undefined ? [] : [[variable, value]]
    }),
  )
}

type State = Readonly<Record<string, unknown>>

/** Nodes with a state output the whole state. */
function stateAfter(before: State, event: RunEvent): State {
  if (event.type === 'node_finished' && event.patch) {
    return { ...before, ...event.patch }
  }
  if (event.type === 'run_started' && event.state) {
    return event.state
  }
  const { state } = (event.type === 'node_finished' && isRecord(event.output) && event.output) || {}
  return isRecord(state) ? { ...before, ...state } : before
}

function textOf(value: unknown): string | undefined {
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value)
}

export type Reported = { question: string | undefined; texts: ReadonlyMap<string, string> }

export const nothingReported: Reported = { question: undefined, texts: new Map() }

/** State after one more event; the same object when nothing has changed. */
export function listen(reported: Reported, event: RunEvent): Reported {
  switch (event.type) {
    case 'run_started':
      return { question: event.question, texts: new Map() }
    case 'model_finished':
      return { ...reported, texts: new Map([...reported.texts, [event.nodeId, event.reply.text]]) }
    case 'node_finished': {
      const text = event.key === undefined ? undefined : textOf(contentOf(event.value))
      return text === undefined
        ? reported
        : { ...reported, texts: new Map([...reported.texts, [event.nodeId, text]]) }
    }
    default:
      return reported
  }
}

export function reportedValue({ question, texts }: Reported, name: string): string | undefined {
  if (name === 'question' || name === '$flow.input') {
    return question
  }
  const [node = '', ...path] = name.split('.')
  const isNodeOutput =
    path.length === 0 || (path.length === 2 && path[0] === 'data' && path[1] === 'instance')
  return isNodeOutput ? texts.get(node) : undefined
}

/** Maximum characters shown on a wire. */
const SHOWN = 200

/** Last output of each node: a text, or a number of items. */
export type OutputValue = { text: string; count?: number | undefined; isError?: boolean | undefined }
export type OutputValues = ReadonlyMap<string, OutputValue>

/** Values after more events; the same object when no event has a value. */
export function outputsAfter(events: readonly RunEvent[], before: OutputValues): OutputValues {
  const added = events.flatMap((event) => {
    const value = valueIn(event)
    return value && 'nodeId' in event && event.nodeId ? [[event.nodeId, value] as const] : []
  })
  return added.length > 0 ? new Map([...before, ...added]) : before
}

function valueIn(event: RunEvent): OutputValue | undefined {
  switch (event.type) {
    case 'model_finished':
    case 'model_reused':
      return textual(event.reply.text || event.reply.toolCalls?.map(({ name }) => name).join(', '))
    case 'tool_finished':
      return { ...(textual(event.text) ?? { text: '' }), isError: event.isError || undefined }
    case 'handle_finished':
      return Array.isArray(event.output)
        ? { text: shorten(JSON.stringify(event.output)), count: event.output.length }
        : textual(event.output)
    case 'node_finished':
      return textual(event.output ?? contentOf(event.value))
    default:
      return undefined
  }
}

/** The text of a step's output. */
function contentOf(value: unknown): unknown {
  return isRecord(value) && 'content' in value ? value.content : value
}

function textual(value: unknown): OutputValue | undefined {
  if (value === undefined || value === null || value === '') {
    return undefined
  }
  return { text: shorten(typeof value === 'string' ? value : JSON.stringify(value)) }
}

function shorten(text: string) {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}
