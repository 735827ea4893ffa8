import { describe, expect, test } from 'vitest'
import { noUsage } from '#shared/run-values.ts'
import type { RunEvent } from '#shared/runs.ts'
import { createCanvasStore } from './canvas-store.ts'

const usage = { ...noUsage, input: 10, output: 5 }
const events: RunEvent[] = [
  { type: 'run_started', at: 0, question: 'Hello?' },
  { type: 'node_started', at: 1, nodeId: 'model', label: 'Model' },
  { type: 'node_finished', at: 2, nodeId: 'model' },
  { type: 'node_started', at: 10, nodeId: 'chain', label: 'Chain' },
  {
    type: 'model_called',
    at: 20,
    nodeId: 'model',
    callId: 'm:1',
    provider: 'flowtill',
    model: 'demo',
    paidBy: 'platform',
    worstCase: { input: 10 },
  },
  {
    type: 'model_finished',
    at: 820,
    nodeId: 'model',
    callId: 'm:1',
    reply: { text: 'Yes.', usage, estimated: false },
    costMicro: 3,
  },
  { type: 'node_finished', at: 830, nodeId: 'chain' },
  { type: 'run_finished', at: 831, text: 'Yes.', usage, costMicro: 3 },
]

function openReplay() {
  const store = createCanvasStore()
  store.getState().showRun('run-1', events)
  const stateOf = (id: string) => store.getState().runs.get(id)?.state
  return { store, stateOf, ...store.getState() }
}

describe('a past run', () => {
  test('is shown in its final state', () => {
    const { store, stateOf } = openReplay()

    expect([stateOf('model'), stateOf('chain')]).toEqual(['done', 'done'])
    expect(store.getState().passed.get('model')?.text).toBe('Yes.')
    expect(store.getState().reported.question).toBe('Hello?')
  })

  test('is shown at any moment: nodes light up by the time of their events, with stopped clocks', () => {
    const { store, stateOf, seekTo } = openReplay()

    seekTo(420)
    expect([stateOf('model'), stateOf('chain')]).toEqual(['running', 'running'])
    expect(store.getState().runs.get('model')).toMatchObject({ still: true, busyMs: 401, tokens: 0 })
    expect(store.getState().passed.get('model')).toBeUndefined()

    seekTo(5)
    expect([stateOf('model'), stateOf('chain')]).toEqual(['done', undefined])

    seekTo(undefined)
    expect(store.getState().runs.get('model')).toMatchObject({
      state: 'done',
      tokens: 15,
      costMicro: 3,
      still: false,
    })
  })

  test('moving through it preserves the identity of unchanged nodes, which are not rendered again', () => {
    const { store, seekTo } = openReplay()
    seekTo(10)
    const before = store.getState().runs.get('model')

    seekTo(12)

    expect(store.getState().runs.get('model')).toBe(before)
  })
})

describe('a run in progress', () => {
  test('is stored without the tokens of its answer, up to its final event', () => {
    const store = createCanvasStore()
    const { startRun, takeRunEvents } = store.getState()
    startRun('run-2')
    takeRunEvents([events[0] as RunEvent])
    takeRunEvents([{ type: 'token', at: 3, nodeId: 'chain', text: 'Y' }])
    expect(store.getState().shownRun).toMatchObject({
      id: 'run-2',
      isLive: true,
      events: [{ type: 'run_started' }],
    })

    takeRunEvents([events.at(-1) as RunEvent])
    expect(store.getState().shownRun?.isLive).toBe(false)
  })

  test('does not write into another run shown meanwhile', () => {
    const { store, takeRunEvents } = openReplay()

    takeRunEvents([{ type: 'node_started', at: 900, nodeId: 'other', label: 'Other' }])

    expect(store.getState().shownRun?.events).toHaveLength(events.length)
    expect(store.getState().runs.has('other')).toBe(false)
  })

  test('a tool and a search highlight their node while they run', () => {
    const store = createCanvasStore()
    const { startRun, takeRunEvents } = store.getState()
    const stateOf = (id: string) => store.getState().runs.get(id)?.state
    startRun('run-3')

    takeRunEvents([{ type: 'tool_called', at: 1, nodeId: 't', callId: 't:1', tool: 'add', args: {} }])
    takeRunEvents([{ type: 'handle_called', at: 1, nodeId: 'r', callId: 'r:1', use: 'retrieve' }])
    expect([stateOf('t'), stateOf('r')]).toEqual(['running', 'running'])

    takeRunEvents([
      {
        type: 'tool_finished',
        at: 5,
        nodeId: 't',
        callId: 't:1',
        tool: 'add',
        text: '5',
        isError: false,
      },
    ])
    takeRunEvents([
      {
        type: 'handle_finished',
        at: 6,
        nodeId: 'r',
        callId: 'r:1',
        use: 'retrieve',
        output: [],
        isError: false,
      },
    ])
    expect([stateOf('t'), stateOf('r')]).toEqual(['done', 'done'])
  })

  test('a reused reply is marked as already paid', () => {
    const store = createCanvasStore()
    const { startRun, takeRunEvents } = store.getState()
    startRun('run-4')
    takeRunEvents([
      {
        type: 'model_reused',
        at: 5,
        nodeId: 'model',
        callId: 'm:1',
        provider: 'flowtill',
        model: 'demo',
        from: 'pin',
        reply: { text: 'Yes.', usage, estimated: false },
      },
    ])

    expect(store.getState().runs.get('model')).toMatchObject({
      state: 'done',
      reused: true,
      costMicro: 0,
      tokens: 0,
    })
  })
})
