import { expect, test } from 'vitest'
import { foldTime, groupVisits, type ShownVisit, stateAfter } from './group-visits.ts'

function aVisit(key: string, more: Partial<ShownVisit> = {}): ShownVisit {
  const parts = key.split('/')
  const [nodeId = '', round = '1'] = parts.at(-1)?.split('#') ?? []
  return {
    ...{ key, nodeId, label: nodeId.toUpperCase(), round: Number(round), state: 'finished', at: 0, endAt: 1 },
    reused: false,
    ...{ parent: parts.length > 2 ? parts.slice(0, -2).join('/') : null, waitedMs: 0, error: null },
    ...{ item: parts.length > 2 ? Number(parts.at(-2)) : null, answers: [], itemErrors: [], costMicro: 1 },
    ...more,
  }
}

test('rounds of a node are grouped where its first round ran', () => {
  const tree = groupVisits([aVisit('a#1'), aVisit('b#1'), aVisit('a#2')])

  expect(tree).toMatchObject([
    { kind: 'rounds', label: 'A', costMicro: 2, children: [{ id: 'a#1' }, { id: 'a#2' }] },
    { kind: 'visit', id: 'b#1', children: [] },
  ])
})

test('items of an iteration are numbered, sorted and contain their own steps and rounds', () => {
  const visits = ['each#1', 'each#1/1/a#1', 'each#1/0/a#1', 'each#1/0/a#2', 'each#1/0/b#1']
  const [each] = groupVisits(visits.map((key) => aVisit(key)))

  expect(each).toMatchObject({
    ...{ kind: 'visit', id: 'each#1', costMicro: 5 },
    children: [
      { kind: 'item', item: 1, costMicro: 3, children: [{ kind: 'rounds', label: 'A' }, { label: 'B' }] },
      { kind: 'item', item: 2, costMicro: 1, children: [{ id: 'each#1/1/a#1' }] },
    ],
  })
})

test('pauses take no width', () => {
  const pauses = [
    { from: 10, to: 110 },
    { from: 120, to: 130 },
  ]

  expect([5, 10, 60, 110, 115, 140].map((at) => foldTime(at, pauses))).toEqual([5, 10, 10, 10, 15, 30])
})

test('the state after a step has the changes of every step that had ended by then', () => {
  const first = aVisit('a#1', { endAt: 5, patch: { city: 'Izmir', tries: 1 } })
  const second = aVisit('b#1', { endAt: 9, patch: { tries: 2 } })
  const all = [first, second]

  expect(stateAfter(first, all, { city: '', done: false })).toEqual({ city: 'Izmir', tries: 1, done: false })
  expect(stateAfter(second, all, {})).toEqual({ city: 'Izmir', tries: 2 })
})
