import { createHash } from 'node:crypto'
import type { Span, SpanValue } from '#server/ports/traces.ts'
import { microToUsd } from '#shared/money.ts'
import { type EventOf, isEnding, type RunEvent } from '#shared/runs.ts'
import { modelAttributes, replyAttributes, toolAttributes, usageAttributes } from './span-attributes.ts'

export type TracedRun = {
  id: string
  flow: { id: string; name: string }
  chatId: string
  sessionId: string
  chatType: string
  /** Milliseconds since 1970. */
  startedMs: number
  events: readonly RunEvent[]
}
type Attributes = Record<string, SpanValue>

/** Bounds the spans of a looping agent, which could exhaust the owner's tracing quota. */
const MAX_SPANS = 500
const MAX_LENGTH = 8_000

export function spansOf(run: TracedRun, captureContent: boolean): Span[] {
  const tree = openTree(run, captureContent)
  for (const event of run.events) {
    if (isEnding(event)) {
      closeRun(tree, event)
    } else {
      reportNode(tree, event)
      reportCall(tree, event)
    }
  }
  return tree.spans
}

type Tree = ReturnType<typeof openTree>

function openTree({ id, flow, startedMs, events, ...about }: TracedRun, captureContent: boolean) {
  const lastMs = startedMs + Math.max(0, ...events.slice(-1).map(({ at }) => at))
  const spans: Span[] = []
  const open = new Map<string, Span>()
  const nodes = new Map<string, Span>()

  function startSpan(
    named: Pick<Span, 'name' | 'kind'>,
    at: number,
    attributes: Attributes,
    parent?: Span,
  ): Span {
    const spanId = createHash('sha256').update(`${id}:${spans.length}`).digest('hex').slice(0, 16)
    const ids = { traceId: id.replaceAll('-', ''), spanId, parentSpanId: parent?.spanId }
    const span: Span = { ...ids, ...named, startMs: startedMs + at, endMs: lastMs, attributes }
    if (spans.length < MAX_SPANS) {
      spans.push(span)
    }
    return span
  }

  function end(key: string, at: number, more: Attributes, error?: string) {
    const span = open.get(key)
    open.delete(key)
    if (span) {
      span.endMs = startedMs + at
      Object.assign(span.attributes, more)
      span.error = error
    }
  }

  /**
   * The parent of a call: the calling node, whose id is part of the call id; else the node whose handle was
   * called.
   */
  function parentOf(nodeId: string, callId: string): Span {
    const rest = callId.startsWith(`${nodeId}:`) ? callId.slice(nodeId.length + 1) : ''
    return nodes.get(rest.replace(/(:embed)?:\d+$/, '')) ?? nodes.get(nodeId) ?? root
  }

  /** Personal texts are included only if the owner allows it. */
  function reported(texts: Record<string, unknown>): Attributes {
    const stored = Object.entries(captureContent ? texts : {}).filter(([, value]) => value !== undefined)
    return Object.fromEntries(stored.map(([name, value]) => [name, textOf(value)]))
  }

  const root = startSpan({ name: flow.name, kind: 'server' }, 0, {
    ...{ 'langfuse.trace.name': flow.name, 'langfuse.observation.type': 'span' },
    ...{ 'langsmith.span.kind': 'chain', 'langsmith.trace.session_id': about.sessionId },
    ...{ 'session.id': about.sessionId, 'gen_ai.conversation.id': about.sessionId },
    ...{ 'flowtill.flow.id': flow.id, 'flowtill.run.id': id },
    ...{ 'flowtill.chat.id': about.chatId, 'flowtill.chat.type': about.chatType },
  })
  return { spans, open, nodes, root, startSpan, end, parentOf, reported }
}

function reportNode({ root, nodes, open, startSpan, end, reported }: Tree, event: RunEvent) {
  if (event.type === 'run_started') {
    Object.assign(root.attributes, reported({ 'input.value': event.question }))
  } else if (event.type === 'node_started') {
    const { nodeId, label: name, at, input } = event
    const kinds = { 'langsmith.span.kind': 'chain', 'langfuse.observation.type': 'span' }
    const attributes = { 'flowtill.node.id': nodeId, ...kinds, ...reported({ 'input.value': input }) }
    const span = startSpan({ name, kind: 'internal' }, at, attributes, root)
    nodes.set(nodeId, span)
    open.set(`node ${nodeId}`, span)
  } else if (event.type === 'node_finished') {
    end(`node ${event.nodeId}`, event.at, reported({ 'output.value': event.output }))
  } else if (event.type === 'node_failed') {
    end(`node ${event.nodeId}`, event.at, {}, event.message)
  }
}

function reportCall(tree: Tree, event: RunEvent) {
  const { end, reported } = tree
  switch (event.type) {
    case 'model_called':
      return startCall(tree, event)
    case 'model_reused':
      startCall(tree, event)
      return end(event.callId, event.at, {
        'flowtill.reused': true,
        ...reported(replyAttributes(event.reply)),
      })
    case 'model_finished': {
      const { reply, costMicro } = event
      const more = { ...usageAttributes(reply.usage, costMicro), ...reported(replyAttributes(reply)) }
      return end(event.callId, event.at, more)
    }
    case 'model_stopped': {
      const { usage, costMicro, text } = event
      const more = { ...usageAttributes(usage, costMicro), ...reported({ 'output.value': text }) }
      return end(event.callId, event.at, more, `The call was ${event.reason}.`)
    }
    case 'tool_called':
      return startTool(tree, event)
    case 'tool_finished': {
      const error = event.isError ? 'The tool failed.' : undefined
      return end(event.callId, event.at, reported({ 'output.value': event.text }), error)
    }
  }
}

function startCall(tree: Tree, event: EventOf<'model_called'> | EventOf<'model_reused'>) {
  const { nodeId, callId, model, at, request } = event
  const { operation, attributes } = modelAttributes(event)
  const named = { name: `${operation} ${model}`, kind: 'client' as const }
  const more = { ...attributes, ...tree.reported({ 'input.value': request }) }
  tree.open.set(callId, tree.startSpan(named, at, more, tree.parentOf(nodeId, callId)))
}

function startTool(tree: Tree, event: EventOf<'tool_called'>) {
  const { nodeId, callId, tool, at, args } = event
  const named = { name: `execute_tool ${tool}`, kind: 'internal' as const }
  const more = { ...toolAttributes(event), ...tree.reported({ 'input.value': args }) }
  tree.open.set(callId, tree.startSpan(named, at, more, tree.parentOf(nodeId, callId)))
}

function closeRun(
  { root, reported }: Tree,
  event: EventOf<'run_finished'> | EventOf<'run_failed'> | EventOf<'run_stopped'>,
) {
  const text = event.type === 'run_failed' ? undefined : event.text
  Object.assign(root.attributes, reported({ 'output.value': text }))
  root.attributes['flowtill.cost_usd'] = microToUsd(event.costMicro)
  if (event.type !== 'run_finished') {
    root.error = event.type === 'run_failed' ? event.message : 'The run was stopped.'
  }
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}
