import type { Visit, VisitCall } from '#shared/executions.ts'
import { countTokens, type EventOf, type RunEvent } from '#shared/runs.ts'

type OpenCall = { call: VisitCall; at: number; visit: Visit | undefined }

/** The visits of a run in the order in which they began, each with its calls. */
export function visitsOf(events: Iterable<RunEvent>): Visit[] {
  const visits = new Map<string, Visit>()
  const calls = new Map<string, OpenCall>()
  /** Since when each wait is open, and whose it is. */
  const waits = new Map<string, { visit: Visit; at: number }>()

  function start({ key, nodeId, label, at, input, reused }: EventOf<'node_started'>) {
    if (key !== undefined) {
      visits.set(key, {
        ...{
          key,
          nodeId,
          label,
          reused: reused === true,
          ...placeOf(key),
          state: 'running',
          at,
          endAt: null,
          waitedMs: 0,
        },
        ...{ input: input ?? undefined, error: null, calls: [], answers: [], itemErrors: [] },
        ...{ tokens: 0, costMicro: 0 },
      })
    }
  }

  function close(visit: Visit | undefined, state: Visit['state'], at: number, more: Partial<Visit> = {}) {
    if (visit) {
      Object.assign(visit, more, { state, endAt: at })
    }
  }

  function wait({ key, wait: { id }, at }: EventOf<'node_waiting'>) {
    const visit = visits.get(key)
    if (visit) {
      visit.state = 'waiting'
      waits.set(id, { visit, at })
    }
  }

  function answer({ waitId, answer: { type, feedback }, by, at }: EventOf<'wait_answered'>) {
    const open = waits.get(waitId)
    if (open) {
      waits.delete(waitId)
      open.visit.state = 'running'
      open.visit.waitedMs += at - open.at
      open.visit.answers.push({ type, feedback: feedback ?? null, by: by.kind, at })
    }
  }

  function finishItem({ key, index, error, at }: EventOf<'item_finished'>) {
    if (error === undefined) {
      return
    }
    visits.get(key)?.itemErrors.push({ item: index, error })
    const within = `${key}/${index}/`
    for (const visit of visits.values()) {
      if (visit.endAt === null && visit.key.startsWith(within)) {
        close(visit, 'stopped', at)
      }
    }
  }

  function begin(event: EventOf<'model_called' | 'model_reused' | 'tool_called'>) {
    const { callId, at } = event
    const visit = visits.get(callId.split(':', 1)[0] ?? '')
    const call: VisitCall =
      event.type !== 'tool_called'
        ? { ...noCall, callId, kind: 'model', name: event.model, input: event.request }
        : { ...noCall, callId, kind: 'tool', name: event.tool, input: event.args }
    visit?.calls.push(call)
    calls.set(callId, { call, at, visit })
  }

  function end(callId: string, at: number, more: Partial<VisitCall>) {
    const open = calls.get(callId)
    if (open) {
      Object.assign(open.call, more, { durationMs: at - open.at })
      if (open.visit) {
        open.visit.tokens += open.call.tokens
        open.visit.costMicro += open.call.costMicro
      }
    }
  }

  function apply(event: RunEvent) {
    switch (event.type) {
      case 'node_started':
        return start(event)
      case 'items_started':
        return void Object.assign(visits.get(event.key) ?? {}, { input: event.stepInput ?? event.items })
      case 'item_finished':
        return finishItem(event)
      case 'node_waiting':
        return wait(event)
      case 'wait_answered':
        return answer(event)
      case 'node_finished': {
        const { key = '', value, stepInput, patch, at } = event
        return close(visits.get(key), 'finished', at, {
          ...(value !== undefined && { output: value }),
          ...(stepInput !== undefined && { input: stepInput }),
          ...(patch && { patch }),
        })
      }
      case 'node_failed':
        return close(visits.get(event.key ?? ''), 'failed', event.at, { error: event.message })
      case 'run_stopped':
      case 'run_failed':
        return closeAll(event.at)
      default:
        return applyCall(event)
    }
  }

  function applyCall(event: RunEvent) {
    switch (event.type) {
      case 'model_called':
      case 'tool_called':
        return begin(event)
      case 'model_reused':
        begin(event)
        return end(event.callId, event.at, { state: 'finished', output: event.reply.text })
      case 'model_finished':
        return end(event.callId, event.at, {
          ...{ state: 'finished', output: event.reply.text, costMicro: event.costMicro },
          tokens: countTokens(event.reply.usage),
        })
      case 'model_stopped':
        return end(event.callId, event.at, {
          ...{ state: event.reason === 'refused' ? 'failed' : 'stopped', output: event.text },
          ...{ tokens: countTokens(event.usage), costMicro: event.costMicro },
        })
      case 'tool_finished':
        return end(event.callId, event.at, {
          ...{ state: event.isError ? 'failed' : 'finished', output: event.text },
        })
      default:
        return undefined
    }
  }

  function closeAll(at: number) {
    for (const visit of visits.values()) {
      if (visit.endAt === null) {
        close(visit, 'stopped', at)
      }
    }
  }

  for (const event of events) {
    apply(event)
  }
  return [...visits.values()]
}

const noCall = { state: 'running', durationMs: null, tokens: 0, costMicro: 0 } as const

/** `iteration_0#1/4/llm_2#3` is the third visit of `llm_2` for item 4 of the step `iteration_0#1`. */
function placeOf(key: string): Pick<Visit, 'round' | 'parent' | 'item'> {
  const parts = key.split('/')
  const item = parts.at(-2)
  const round = Number(parts.at(-1)?.split('#').at(-1) ?? 1)
  return item === undefined
    ? { round, parent: null, item: null }
    : { round, parent: parts.slice(0, -2).join('/'), item: Number(item) }
}
