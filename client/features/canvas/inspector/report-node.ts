import type { Texts } from '#client/texts/texts.tsx'
import type { EventOf, RunEvent } from '#shared/runs.ts'
import { retriesIn } from '../run/run.ts'

export type Reported = {
  error: { message: string; hint: string | undefined } | undefined
  /** In the order of events. */
  parts: { key: string; title: string; value: unknown }[]
  /** How often calls to its model were retried. */
  retries: number
}

type Words = Texts['canvasRun']

/** A node's events as titled values. */
export function reportLoss(events: readonly RunEvent[], words: Words): Reported {
  const counts = { model: 0 }
  const parts = events.flatMap((event, index) =>
    partsOf(event, words, counts).map((part) => ({ ...part, key: `${index} ${part.title}` })),
  )
  return { error: errorIn(events, words), parts, retries: retriesIn(events).size }
}

type Part = { title: string; value: unknown }

function partsOf(event: RunEvent, words: Words, counts: { model: number }): Part[] {
  switch (event.type) {
    case 'node_started':
      return given(words.input, event.input)
    case 'model_called':
    case 'model_reused':
      counts.model += 1
      return requestParts(event, words.modelCall(counts.model), words)
    case 'model_finished':
      return replyParts(event.reply, `${words.modelCall(counts.model)} · ${words.response}`, words)
    case 'model_stopped':
      return given(words.response, event.text)
    case 'node_finished':
      return [
        ...given(words.input, event.stepInput),
        ...given(words.output, event.output ?? event.value),
        ...given(words.stateChanges, event.patch),
      ]
    case 'items_started':
      return given(words.input, event.items)
    case 'node_waiting':
      return given(words.askedPerson, event.wait.text)
    case 'wait_answered':
      return given(words.personAnswered, event.answer)
    case 'run_finished':
      return extrasOf(event.extras, words)
    default:
      return usesOf(event, words)
  }
}

function requestParts(event: EventOf<'model_called' | 'model_reused'>, call: string, words: Words): Part[] {
  const requested = given(`${call} · ${words.request}`, event.request)
  return event.type === 'model_called'
    ? requested
    : [...requested, ...replyParts(event.reply, `${call} · ${words.response} (${words.reused})`, words)]
}

/** Inputs and outputs of tools and handles. */
function usesOf(event: RunEvent, words: Words): Part[] {
  switch (event.type) {
    case 'tool_called':
      return [{ title: `${event.tool} · ${words.arguments}`, value: event.args }]
    case 'tool_finished':
      return [
        { title: `${event.tool} · ${words.result}`, value: event.text },
        ...given(words.sources, event.sourceDocuments),
      ]
    case 'handle_called':
      return given(`${wordOfUse(event.use, words)} · ${words.input}`, event.input)
    case 'handle_finished':
      return [{ title: `${wordOfUse(event.use, words)} · ${words.output}`, value: event.output ?? '' }]
    default:
      return []
  }
}

function given(title: string, value: unknown): Part[] {
  return isSomething(value) ? [{ title, value }] : []
}

type Reply = { text: string; reasoning?: string | undefined; toolCalls?: unknown[] | undefined }

function replyParts({ text, reasoning, toolCalls }: Reply, title: string, words: Words): Part[] {
  return [
    ...(reasoning ? [{ title: words.thinking, value: reasoning }] : []),
    ...(text !== '' || !toolCalls ? [{ title, value: text }] : []),
    ...(toolCalls ? [{ title: words.tools, value: toolCalls }] : []),
  ]
}

function extrasOf(extras: Extract<RunEvent, { type: 'run_finished' }>['extras'], words: Words): Part[] {
  const { sourceDocuments = [], usedTools = [] } = extras ?? {}
  return [
    ...(sourceDocuments.length > 0 ? [{ title: words.sources, value: sourceDocuments }] : []),
    ...(usedTools.length > 0 ? [{ title: words.tools, value: usedTools }] : []),
  ]
}

function errorIn(events: readonly RunEvent[], words: Words): Reported['error'] {
  const failed = events.find((event) => event.type === 'node_failed')
  const ended = events.find((event) => event.type === 'run_failed')
  if (!failed && !ended) {
    return undefined
  }
  const hints: Readonly<Record<string, string | undefined>> = words.hint
  const code = ended?.type === 'run_failed' ? ended.code : ''
  const message =
    (failed?.type === 'node_failed' && failed.message) || (ended?.type === 'run_failed' && ended.message)
  return { message: message || '', hint: hints[code] }
}

function wordOfUse(use: string, { uses }: Words) {
  return (uses as Readonly<Record<string, string>>)[use] ?? use
}

function isSomething(value: unknown) {
  return value !== undefined && value !== null && value !== '' && JSON.stringify(value) !== '{}'
}
