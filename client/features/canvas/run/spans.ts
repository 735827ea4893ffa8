import { useEffect, useMemo, useState } from 'react'
import { labelOfId } from '#client/texts/node-texts.ts'
import { addUsage, isEnding, noUsage } from '#shared/run-values.ts'
import type { EventOf, RunEvent, Usage } from '#shared/runs.ts'
import { readStepKey, stepKeyOf } from '#shared/step-keys.ts'
import type { ShownRun } from '../store/run.ts'

/** One unit of work in a run. Times are in ms since the run began. */
export type Span = {
  key: string
  nodeId: string
  label: string
  /** The node itself, or a call it made: to its model, a tool or another node's handle. */
  kind: 'node' | 'model' | 'tool' | 'handle'
  name: string
  state: 'running' | 'done' | 'failed' | 'stopped' | 'reused'
  startedAt: number
  endedAt: number | undefined
  usage: Usage | undefined
  costMicro: number
  error: string | undefined
  isRetry: boolean
}

export type RunSpans = {
  /** The answering node, on whose behalf the others run. */
  ending: Span | undefined
  /** All other spans, in start order. */
  parts: Span[]
  /** Duration of the run, so far while it is in progress. */
  durationMs: number
  costMicro: number
  tokens: { input: number; output: number }
  retries: number
}

type Open = Map<string, Span>

export function spansOf(events: readonly RunEvent[]): RunSpans {
  const spans: Open = new Map()
  const labels = new Map<string, string>()
  let durationMs = 0
  for (const event of events) {
    durationMs = Math.max(durationMs, event.at)
    applyEvent(event, spans, labels)
  }
  const retries = retriesIn(events)
  const all = [...spans.values()].map((span) => (retries.has(span.key) ? { ...span, isRetry: true } : span))
  // The steps of an agent flow run on their own behalf.
  const ending = all.some(isStepSpan) ? undefined : all.findLast(({ kind }) => kind === 'node')
  const parts = all
    .filter((span) => span !== ending)
    .toSorted((one, other) => one.startedAt - other.startedAt)
  return { ending, parts, durationMs, ...totalsOf(all) }
}

function applyEvent(event: RunEvent, spans: Open, labels: Map<string, string>) {
  if (event.type === 'node_started') {
    labels.set(event.nodeId, labelOfId(event.nodeId, event.label))
  }
  const started = startOf(event, labels)
  if (started) {
    open(spans, started)
  } else {
    end(event, spans)
  }
  const isReused = event.type === 'model_reused' || (event.type === 'tool_called' && event.isReused)
  if (started && isReused) {
    close(spans, started.key, event.at, { state: 'reused' })
  }
}

function startOf(event: RunEvent, labels: ReadonlyMap<string, string>): SpanStart | undefined {
  switch (event.type) {
    case 'node_started':
      return {
        ...event,
        label: labelIn(labels, event),
        key: stepKeyOf(event),
        kind: 'node',
        name: event.label,
      }
    case 'model_called':
    case 'model_reused':
      return { ...event, label: labelIn(labels, event), key: event.callId, kind: 'model', name: event.model }
    case 'tool_called':
      return { ...event, label: labelIn(labels, event), key: event.callId, kind: 'tool', name: event.tool }
    case 'handle_called':
      return { ...event, label: labelIn(labels, event), key: event.callId, kind: 'handle', name: event.use }
    default:
      return undefined
  }
}

/** Labels of calls outside nodes, as in the flow's settings. */
export const besides: Readonly<Record<string, string>> = {
  followUpPrompts: 'Follow-up prompts',
  speechToText: 'Speech to text',
  textToSpeech: 'Text to speech',
  aiInstruction: 'AI help: instruction',
  aiSteps: 'AI help: steps',
  aiReply: 'AI help: reply',
}

function labelIn(labels: ReadonlyMap<string, string>, { nodeId }: { nodeId: string }) {
  return labels.get(nodeId) ?? besides[nodeId] ?? nodeId
}

function end(event: RunEvent, spans: Open) {
  if (isEnding(event)) {
    endAll(event, spans)
    return
  }
  const ended = endedBy(event)
  // A call reused from an earlier run ends when it starts.
  if (ended && spans.get(ended.key)?.state !== 'reused') {
    close(spans, ended.key, event.at, ended.changes)
  }
}

type Ended = { key: string; changes: Partial<Span> }

function endedBy(event: RunEvent): Ended | undefined {
  switch (event.type) {
    case 'model_finished':
      return { key: event.callId, changes: { ...paidIn(event, event.reply.usage), state: 'done' } }
    case 'model_stopped':
      return {
        key: event.callId,
        changes: { ...paidIn(event, event.usage), state: event.reason === 'aborted' ? 'stopped' : 'failed' },
      }
    case 'tool_finished':
      return { key: event.callId, changes: outcomeOf(event.isError, event.text) }
    case 'handle_finished':
      return { key: event.callId, changes: outcomeOf(event.isError, String(event.output)) }
    case 'node_finished':
      return { key: stepKeyOf(event), changes: { state: 'done' } }
    case 'node_failed':
      return { key: stepKeyOf(event), changes: outcomeOf(true, event.message) }
    default:
      return undefined
  }
}

function paidIn({ costMicro }: { costMicro: number }, usage: Usage) {
  return { usage, costMicro }
}

function outcomeOf(isError: boolean, text: string): Pick<Span, 'state' | 'error'> {
  return isError ? { state: 'failed', error: text } : { state: 'done', error: undefined }
}

function endAll({ type, at }: RunEvent, spans: Open) {
  const state = type === 'run_finished' ? 'done' : 'stopped'
  for (const { key, endedAt } of [...spans.values()]) {
    if (endedAt === undefined) {
      close(spans, key, at, { state })
    }
  }
}

type SpanStart = Pick<Span, 'key' | 'nodeId' | 'label' | 'kind' | 'name'> & { at: number }

function open(spans: Open, { key, nodeId, label, kind, name, at }: SpanStart) {
  const nothing = { endedAt: undefined, usage: undefined, costMicro: 0, error: undefined, isRetry: false }
  spans.set(key, { key, nodeId, label, kind, name, state: 'running', startedAt: at, ...nothing })
}

function close(spans: Open, key: string, at: number, changes: Partial<Span>) {
  const span = spans.get(key)
  if (span) {
    spans.set(key, { ...span, endedAt: at, ...changes })
  }
}

function totalsOf(spans: readonly Span[]) {
  return {
    costMicro: spans.reduce((sum, { costMicro }) => sum + costMicro, 0),
    retries: spans.filter(({ isRetry }) => isRetry).length,
    tokens: {
      input: spans.reduce((sum, { usage }) => sum + inputOf(usage), 0),
      output: spans.reduce((sum, { usage }) => sum + (usage?.output ?? 0), 0),
    },
  }
}

export function inputOf(usage: Usage | undefined): number {
  return usage ? usage.input + usage.cacheRead + usage.cacheWrite : 0
}

function isStepSpan({ kind, key, nodeId }: Span) {
  return kind === 'node' && key !== nodeId
}

/** How deep a line of an agent flow is: inside iterations, and calls below their step. */
export function depthOf({ kind, key }: Span): number {
  const step = kind === 'node' ? key : (key.split(':', 1)[0] ?? '')
  const inside = readStepKey(step).frame.split('/').length - 1
  return kind === 'node' ? inside : inside + 1
}

/** Shorter work of a node without calls is only its construction. */
const MIN_SHOWN_MS = 20

/** Spans worth a line of the timeline: calls, and nodes that were slow, are running or failed. */
export function linesOf({ parts }: Pick<RunSpans, 'parts'>): Span[] {
  if (parts.some(isStepSpan)) {
    return parts
      .filter(({ kind }) => kind === 'node' || kind === 'tool')
      .map((span) => withCalls(span, parts))
  }
  const calls = parts.filter(({ kind }) => kind !== 'node')
  const requested = new Set(calls.map(({ nodeId }) => nodeId))
  const failed = new Set(calls.filter(({ state }) => state === 'failed').map(({ nodeId }) => nodeId))
  return parts.filter(
    (span) =>
      span.kind !== 'node' ||
      // A node that failed by one of its calls is covered by that call's line.
      (span.state === 'failed' && !failed.has(span.nodeId)) ||
      (!requested.has(span.nodeId) && (span.endedAt ?? Infinity) - span.startedAt >= MIN_SHOWN_MS),
  )
}

/** A step has the usage and cost of its model calls. */
function withCalls(span: Span, parts: readonly Span[]): Span {
  const calls = parts.filter(({ kind, key }) => kind === 'model' && key.startsWith(`${span.key}:`))
  const usage = calls.flatMap((call) => call.usage ?? []).reduce(addUsage, noUsage)
  const { visit } = readStepKey(span.key)
  return span.kind !== 'node'
    ? span
    : {
        ...span,
        label: visit > 1 ? `${span.label} · ${visit}` : span.label,
        ...(calls.length > 0 && { usage }),
        costMicro: calls.reduce((sum, { costMicro }) => sum + costMicro, 0),
      }
}

export type Bill = {
  key: string
  kind: Span['kind']
  label: string
  name: string
  calls: number
  tokens: number
  costMicro: number
  reused: number
}

export function billOf({ parts, ending }: RunSpans): Bill[] {
  const all = [...parts, ...(ending ? [ending] : [])]
  const billed = all.filter(({ kind }) => kind === 'model' || kind === 'tool')
  return [...Map.groupBy(billed, billKey)].map(([key, spans]) => addUp(key, spans))
}

/** A model is billed per node, a tool per name. */
function billKey({ nodeId, kind, name }: Span) {
  return `${nodeId} ${kind === 'tool' ? name : ''}`
}

function addUp(key: string, spans: readonly Span[]): Bill {
  const [{ kind, name, label } = { kind: 'model' as const, name: '', label: '' }] = spans
  return {
    ...{ key, kind, name, label: kind === 'tool' ? name : label },
    calls: spans.length,
    tokens: spans.reduce((sum, { usage }) => sum + inputOf(usage) + (usage?.output ?? 0), 0),
    costMicro: spans.reduce((sum, { costMicro }) => sum + costMicro, 0),
    reused: spans.filter(({ state }) => state === 'reused').length,
  }
}

/** Ids of model calls that retry after a temporary error. */
export function retriesIn(events: readonly RunEvent[]): ReadonlySet<string> {
  const requested = new Map<string, EventOf<'model_called'>>()
  const rejected = new Set<string>()
  const retries = new Set<string>()
  for (const event of events) {
    const call = 'callId' in event ? requested.get(event.callId) : undefined
    if (event.type === 'model_called') {
      requested.set(event.callId, event)
      if (rejected.delete(questionOf(event))) {
        retries.add(event.callId)
      }
    } else if (call && event.type === 'model_stopped' && event.reason === 'refused') {
      rejected.add(questionOf(call))
    }
  }
  return retries
}

/** Calls of one caller end in a number; `requestKey` distinguishes their requests. */
function questionOf({ callId, requestKey = '' }: EventOf<'model_called'>) {
  return `${callId.replace(/\d+$/, '')} ${requestKey}`
}

const TICK_MS = 100

export function useSpans({ events, ...run }: ShownRun): RunSpans {
  const isLive = run.isLive && !run.isParked
  const spans = useMemo(() => spansOf(events), [events])
  const since = useSince(spans, isLive)
  return isLive ? { ...spans, durationMs: spans.durationMs + since } : spans
}

function useSince(spans: RunSpans, isLive: boolean) {
  const [passedMs, setPassed] = useState(0)
  useEffect(() => {
    setPassed(0)
    if (!isLive) {
      return undefined
    }
    const reported = performance.now()
    // Depends on `spans`, so that the clock restarts with every event.
    const timer = setInterval(
      () => setPassed(spans.durationMs >= 0 ? performance.now() - reported : 0),
      TICK_MS,
    )
    return () => clearInterval(timer)
  }, [spans, isLive])
  return passedMs
}
