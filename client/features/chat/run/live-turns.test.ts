import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { findOpen, type LiveTurn, reduceTurns, type TurnsAction } from './live-turns.ts'
import { answeredRun } from './recorded-runs.ts'

const requested: TurnsAction = { type: 'asked', key: 't1', question: 'How are you?', sentDate: '2026-11-21' }
const taken: TurnsAction = { type: 'taken', key: 't1', runId: 'r1' }
const reported: TurnsAction[] = answeredRun.map((event, index) => ({
  type: 'told',
  runId: 'r1',
  watched: { sequence: index + 1, event },
}))

function play(actions: TurnsAction[]) {
  return actions.reduce<LiveTurn[]>(reduceTurns, [])
}

test('a question is open until its run ends', () => {
  const ending = reported.slice(-1)

  expect(findOpen(play([requested]))).toMatchObject({ key: 't1', runId: undefined })
  expect(findOpen(play([requested, taken, ...reported.slice(0, -1)]))).toMatchObject({ runId: 'r1' })
  expect(findOpen(play([requested, taken, ...ending]))).toBeUndefined()
})

test('duplicate events are applied once', () => {
  const half = reported.slice(0, 10)

  const turns = play([requested, taken, ...half, ...half, ...reported])

  expect(turns).toEqual(play([requested, taken, ...reported]))
  expect(turns).toMatchObject([{ sequence: reported.length, turn: { text: 'Well, thank you.' } }])
})

test('a run replayed from its start is applied again', () => {
  const half = reported.slice(0, 9)

  const turns = play([requested, taken, ...half, { type: 'retelling', runId: 'r1' }, ...reported])

  expect(turns).toEqual(play([requested, taken, ...reported]))
})

test('events of another run change nothing', () => {
  const before = play([requested, taken])

  const after = reduceTurns(before, {
    type: 'told',
    runId: 'r2',
    watched: { sequence: 9, event: answeredRun[0] ?? fail() },
  })

  expect(after).toEqual(before)
})

test('a resumed run gets its question from its first event', () => {
  const turns = play([{ type: 'found', runId: 'r1', sentDate: '2026-11-21' }, ...reported])

  expect(turns).toMatchObject([
    { key: 'r1', turn: { question: 'How are you?', ending: { type: 'finished' } } },
  ])
})

test('a rejection ends the turn with its message and the node it names', () => {
  const issues = [
    { id: 'chatOpenAI_0', label: 'OpenAI', name: 'chatOpenAI', issues: ['Model Name is required'] },
  ]
  const error = new AppError('INVALID_FLOW', 'OpenAI: Model Name is required.', { details: { issues } })

  const turns = play([requested, { type: 'refused', key: 't1', error }])

  expect(turns).toMatchObject([
    { turn: { ending: { type: 'failed', code: 'INVALID_FLOW', nodeId: 'chatOpenAI_0', label: 'OpenAI' } } },
  ])
})

test('a run that no longer exists is removed, and leaving the chat leaves no turn', () => {
  expect(play([requested, taken, { type: 'forgotten', runId: 'r1' }])).toEqual([])
  expect(play([requested, taken, { type: 'left' }])).toEqual([])
})

function fail(): never {
  throw new Error('The recorded run is empty.')
}
