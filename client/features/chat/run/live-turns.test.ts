import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { findOpen, type LiveTurn, reduceTurns, type TurnsAction } from './live-turns.ts'
import { answeredRun } from './recorded-runs.ts'

const asked: TurnsAction = { type: 'asked', key: 't1', question: 'How are you?', askedDate: '2026-11-21' }
const taken: TurnsAction = { type: 'taken', key: 't1', runId: 'r1' }
const told: TurnsAction[] = answeredRun.map((event, index) => ({
  type: 'told',
  runId: 'r1',
  watched: { sequence: index + 1, event },
}))

function play(actions: TurnsAction[]) {
  return actions.reduce<LiveTurn[]>(reduceTurns, [])
}

test('a question is open until its run ends', () => {
  const ending = told.slice(-1)

  expect(findOpen(play([asked]))).toMatchObject({ key: 't1', runId: undefined })
  expect(findOpen(play([asked, taken, ...told.slice(0, -1)]))).toMatchObject({ runId: 'r1' })
  expect(findOpen(play([asked, taken, ...ending]))).toBeUndefined()
})

test('what is told twice is heard once', () => {
  const half = told.slice(0, 10)

  const turns = play([asked, taken, ...half, ...half, ...told])

  expect(turns).toEqual(play([asked, taken, ...told]))
  expect(turns).toMatchObject([{ sequence: told.length, turn: { text: 'Well, thank you.' } }])
})

test('a run told again from its start is heard anew', () => {
  const half = told.slice(0, 9)

  const turns = play([asked, taken, ...half, { type: 'retelling', runId: 'r1' }, ...told])

  expect(turns).toEqual(play([asked, taken, ...told]))
})

test('events of another run change nothing', () => {
  const before = play([asked, taken])

  const after = reduceTurns(before, {
    type: 'told',
    runId: 'r2',
    watched: { sequence: 9, event: answeredRun[0] ?? fail() },
  })

  expect(after).toEqual(before)
})

test('a run found going on gets its question from its first event', () => {
  const turns = play([{ type: 'found', runId: 'r1', askedDate: '2026-11-21' }, ...told])

  expect(turns).toMatchObject([
    { key: 'r1', turn: { question: 'How are you?', ending: { type: 'finished' } } },
  ])
})

test('a refusal ends the turn with its sentence and the node it names', () => {
  const issues = [
    { id: 'chatOpenAI_0', label: 'OpenAI', name: 'chatOpenAI', issues: ['Model Name is required'] },
  ]
  const error = new AppError('INVALID_FLOW', 'OpenAI: Model Name is required.', { details: { issues } })

  const turns = play([asked, { type: 'refused', key: 't1', error }])

  expect(turns).toMatchObject([
    { turn: { ending: { type: 'failed', code: 'INVALID_FLOW', nodeId: 'chatOpenAI_0', label: 'OpenAI' } } },
  ])
})

test('a run that is gone is forgotten, and leaving the chat leaves nothing', () => {
  expect(play([asked, taken, { type: 'forgotten', runId: 'r1' }])).toEqual([])
  expect(play([asked, taken, { type: 'left' }])).toEqual([])
})

function fail(): never {
  throw new Error('The recorded run is empty.')
}
