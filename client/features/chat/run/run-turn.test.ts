import { describe, expect, test } from 'vitest'
import { noUsage } from '#shared/run-values.ts'
import type { RunEvent } from '#shared/runs.ts'
import { answeredRun, usage } from './recorded-runs.ts'
import { foldEvent } from './run-turn.ts'
import { startTurn } from './turn.ts'

function fold(events: RunEvent[]) {
  return events.reduce(foldEvent, startTurn('How are you?'))
}

function upTo(type: RunEvent['type']) {
  return answeredRun.slice(0, answeredRun.findIndex((event) => event.type === type) + 1)
}

describe('during a run', () => {
  test('steps start in order and end with their time', () => {
    const { steps } = fold(upTo('model_called'))

    expect(steps).toMatchObject([
      { label: 'OpenAI', state: 'done', startedAt: 1, endedAt: 2 },
      { label: 'Buffer Memory', state: 'done' },
      { label: 'Conversation Chain', state: 'running', endedAt: undefined },
    ])
  })

  test('tokens accumulate into the text and name the answering node', () => {
    const turn = fold(upTo('model_finished').slice(0, -1))

    expect(turn.text).toBe('Well, thank you.')
    expect(turn.answeringNodeId).toBe('conversationChain_0')
    expect(turn.ending).toBeUndefined()
  })

  test('thinking lasts until the first text', () => {
    const thinking = upTo('thinking').at(-1)
    const during = fold(upTo('thinking'))
    const after = fold(upTo('token'))

    expect(thinking).toBeDefined()
    expect(during.thinking).toEqual({ text: 'A greeting.', startedAt: 400, endedAt: undefined })
    expect(after.thinking).toEqual({ text: 'A greeting.', startedAt: 400, endedAt: 900 })
  })

  test('a call reports its usage when it finishes, and the costs are summed', () => {
    const open = fold(upTo('model_called'))
    const closed = fold(upTo('model_finished'))

    expect(open).toMatchObject({ costMicro: 0, usage: noUsage })
    expect(closed.calls).toMatchObject([
      { model: 'gpt-4o-mini', startedAt: 10, endedAt: 1_700, costMicro: 31 },
    ])
    expect(closed).toMatchObject({ costMicro: 31, usage })
  })
})

describe('at its end', () => {
  test('the final text replaces the streamed text', () => {
    const turn = fold([
      ...answeredRun.filter(({ type }) => type !== 'run_finished'),
      { type: 'run_finished', at: 1_804, text: 'Well, thank you!', usage, costMicro: 32 },
    ])

    expect(turn).toMatchObject({
      text: 'Well, thank you!',
      ending: { type: 'finished' },
      usage,
      costMicro: 32,
      durationMs: 1_804,
    })
  })

  test('a failure names the node, its message and its code, and leaves the streamed text', () => {
    const turn = fold([
      ...upTo('token'),
      { type: 'node_failed', at: 950, nodeId: 'conversationChain_0', label: 'Chain', message: 'No answer.' },
      {
        type: 'run_failed',
        at: 960,
        message: 'No answer.',
        code: 'UPSTREAM_FAILED',
        nodeId: 'conversationChain_0',
        label: 'Chain',
        usage: noUsage,
        costMicro: 4,
      },
    ])

    expect(turn.ending).toEqual({
      type: 'failed',
      code: 'UPSTREAM_FAILED',
      message: 'No answer.',
      nodeId: 'conversationChain_0',
      label: 'Chain',
    })
    expect(turn.steps.at(-1)).toMatchObject({ state: 'failed', endedAt: 950 })
    expect(turn).toMatchObject({ text: 'Well, ', costMicro: 4 })
  })

  test('a stop leaves the streamed text and closes every open step', () => {
    const turn = fold([
      ...upTo('token'),
      {
        type: 'model_stopped',
        at: 950,
        nodeId: 'chatOpenAI_0',
        callId: 'chatOpenAI_0:1',
        reason: 'aborted',
        text: 'Well, ',
        usage,
        costMicro: 9,
      },
      { type: 'run_stopped', at: 951, text: 'Well, ', usage, costMicro: 9 },
    ])

    expect(turn).toMatchObject({ text: 'Well, ', ending: { type: 'stopped' }, costMicro: 9 })
    expect(turn.steps.every(({ state }) => state === 'done')).toBe(true)
    expect(turn.calls).toMatchObject([{ endedAt: 950, costMicro: 9 }])
  })
})

describe('when a watcher reconnects', () => {
  test('a run replayed from its start results in the same turn', () => {
    expect(fold([...upTo('token'), ...answeredRun])).toEqual(fold(answeredRun))
  })

  test('a node resumed after a restart writes its text again', () => {
    const again: RunEvent = {
      type: 'node_started',
      at: 2_000,
      nodeId: 'conversationChain_0',
      label: 'Conversation Chain',
    }
    const turn = fold([
      ...upTo('token'),
      again,
      { type: 'token', at: 2_010, nodeId: again.nodeId, text: 'Fine.' },
    ])

    expect(turn.text).toBe('Fine.')
    expect(turn.steps).toHaveLength(3)
  })
})
