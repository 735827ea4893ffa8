import type { EventOf, RunEvent, RunState } from '#shared/runs.ts'
import type { Json } from '../inputs.ts'
import { actionOf } from './wait-action.ts'

export const executionStates = [
  'INPROGRESS',
  'FINISHED',
  'ERROR',
  'TERMINATED',
  'TIMEOUT',
  'STOPPED',
] as const
export type ExecutionState = (typeof executionStates)[number]

const states: Readonly<Record<RunState, ExecutionState>> = {
  running: 'INPROGRESS',
  waiting: 'STOPPED',
  finished: 'FINISHED',
  failed: 'ERROR',
  stopped: 'TERMINATED',
}

export function executionStateOf(state: RunState): ExecutionState {
  return states[state]
}

/** One visit of a node, in the shape of Flowise's `executionData`. */
export type ExecutedItem = {
  nodeId: string
  nodeLabel: string
  previousNodeIds: string[]
  status: ExecutionState
  data: { [key: string]: Json }
}

/**
 * The visits of a run in the order in which they ended; those inside an iteration come before the iteration itself.
 * A visit that has begun, waits or failed is the last one.
 */
export function executedItems(events: Iterable<RunEvent>): ExecutedItem[] {
  const fold = createItemFold()
  for (const event of events) {
    fold.apply(event)
  }
  return fold.items()
}

type Open = { item: ExecutedItem; key: string }

/** Takes events one by one, so that a stream can send the items so far after each step. */
export function createItemFold() {
  const done: ExecutedItem[] = []
  const open = new Map<string, Open>()
  const names = new Map<string, string>()
  const previous = new Map<string, Set<string>>()
  let state: { [key: string]: Json } = {}

  function start(nodeId: string, nodeLabel: string, key: string) {
    const data: ExecutedItem['data'] = { id: nodeId, name: nameOf(nodeId), ...placeOf(key) }
    const previousNodeIds = [...(previous.get(nodeId) ?? [])]
    previous.delete(nodeId)
    open.set(key, { key, item: { nodeId, nodeLabel, previousNodeIds, status: 'INPROGRESS', data } })
  }

  function nameOf(nodeId: string) {
    return names.get(nodeId) ?? nodeId.replace(/_\d+$/, '')
  }

  function close(key: string, status: ExecutionState, data: { [key: string]: Json }) {
    const found = open.get(key)
    if (found) {
      open.delete(key)
      done.push({ ...found.item, status, data: { ...found.item.data, ...data } })
    }
  }

  function finish({ nodeId, key = '', next = [], patch, value, stepInput }: EventOf<'node_finished'>) {
    state = { ...state, ...((patch ?? {}) as typeof state) }
    for (const target of next) {
      previous.set(target, new Set([...(previous.get(target) ?? []), nodeId]))
    }
    const input = stepInput === undefined ? {} : { input: stepInput as Json }
    close(key, 'FINISHED', { ...input, output: (value ?? {}) as Json, state })
  }

  function wait({ key, wait: asked }: EventOf<'node_waiting'>) {
    const found = open.get(key)
    if (found) {
      const output = { content: asked.text, humanInputAction: actionOf(asked) }
      found.item = { ...found.item, status: 'STOPPED', data: { ...found.item.data, output, state } }
    }
  }

  function goOn() {
    for (const found of open.values()) {
      found.item = found.item.status === 'STOPPED' ? { ...found.item, status: 'INPROGRESS' } : found.item
    }
  }

  function stop() {
    for (const key of [...open.keys()]) {
      close(key, 'TERMINATED', {})
    }
  }

  function apply(event: RunEvent) {
    switch (event.type) {
      case 'run_started':
        state = (event.state ?? {}) as typeof state
        break
      case 'node_started':
        start(event.nodeId, event.label, event.key ?? '')
        break
      case 'node_finished':
        finish(event)
        break
      case 'node_waiting':
        wait(event)
        break
      case 'wait_answered':
        goOn()
        break
      case 'node_failed':
        close(event.key ?? '', 'ERROR', { error: event.message })
        break
      case 'run_stopped':
        stop()
        break
      default:
    }
  }

  return { apply, items: () => [...done, ...[...open.values()].map(({ item }) => item)] }
}

/** Steps inside an iteration name it and the item they ran for. */
function placeOf(key: string): { [key: string]: Json } {
  const parts = key.split('/')
  const index = parts.at(-2)
  const box = parts.at(-3)?.split('#')[0]
  return index !== undefined && box !== undefined
    ? { iterationIndex: Number(index), parentNodeId: decodeURIComponent(box) }
    : {}
}
