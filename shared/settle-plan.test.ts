import { expect, test } from 'vitest'
import { readPlan } from './settle-plan.ts'
import { plannedKindNames } from './writing.ts'

const step = (id: string, kind: string, more: object = {}) => ({ id, kind, label: id.toUpperCase(), ...more })
const link = (from: string, to: string, output?: number) => ({
  from,
  to,
  ...(output !== undefined && { output }),
})
const linksOf = (plan: ReturnType<typeof readPlan>) =>
  plan?.links.map(({ from, to, output }) => `${from}.${output} ${to}`)

test('a valid plan is returned as written, with missing step fields filled in', () => {
  const plan = readPlan({
    steps: [
      step('s', 'start'),
      step('a', 'llm', { text: 'Be kind' }),
      { id: 2, kind: 'directReplyAgentflow' },
    ],
    links: [link('s', 'a'), { from: 'a', to: 2, output: '0' }],
  })

  expect(plan?.leftOut).toEqual([])
  expect(plan?.steps.map(({ id, kind, text }) => [id, kind, text])).toEqual([
    ['s', 'start', ''],
    ['a', 'llm', 'Be kind'],
    ['2', 'directReply', ''],
  ])
  expect(plan?.steps[1]).toMatchObject({ scenarios: [], conditions: [], method: 'GET', url: '', inside: '' })
  expect(linksOf(plan)).toEqual(['s.0 a', 'a.0 2'])
})

test('every kind of step is known, in any case; any other is omitted with its links', () => {
  const kinds = plannedKindNames.map((kind, index) => step(`k${index}`, kind.toUpperCase()))
  const plan = readPlan({ steps: [...kinds, step('x', 'teleport')], links: [link('k1', 'x')] })

  expect(plan?.steps.map(({ kind }) => kind)).toEqual(plannedKindNames)
  expect(plan?.leftOut).toEqual([
    { what: 'X', why: 'kind' },
    { what: 'K6', why: 'back' },
    { what: 'K1 → x', why: 'nowhere' },
  ])
})

test('step ids are unique, and a flow has one start: links of a second start belong to the first', () => {
  const plan = readPlan({
    steps: [step('s', 'start'), step('t', 'start'), step('a', 'llm'), step('a', 'agent')],
    links: [link('t', 'a'), link('s', 'a'), link('a', 't')],
  })

  expect(plan?.steps.map(({ id, kind }) => `${id} ${kind}`)).toEqual(['s start', 'a llm'])
  expect(linksOf(plan)).toEqual(['s.0 a'])
  expect(plan?.leftOut).toEqual([
    { what: 'T', why: 'start' },
    { what: 'A', why: 'duplicate' },
    { what: 'A → S', why: 'start' },
  ])
})

test('no step links to itself, in a cycle, out of an ending, or at a missing branch', () => {
  const plan = readPlan({
    steps: [
      step('a', 'llm'),
      step('b', 'llm'),
      step('c', 'condition', { conditions: [{ left: '{{ a }}', operation: 'contains', right: 7 }] }),
      step('d', 'directReply'),
      step('e', 'conditionAgent', { scenarios: ['x', 'y', 'z'] }),
    ],
    links: [
      link('a', 'a'),
      link('a', 'b', 4),
      link('b', 'c'),
      link('c', 'a', 1),
      link('c', 'd', 1),
      link('c', 'e', 2),
      link('d', 'e'),
      link('e', 'd', 2),
      link('e', 'd', 2),
    ],
  })

  expect(linksOf(plan)).toEqual(['a.0 b', 'b.0 c', 'c.1 d', 'e.2 d'])
  expect(plan?.leftOut).toEqual([
    { what: 'A → A', why: 'self' },
    { what: 'C → A', why: 'cycle' },
    { what: 'C → E', why: 'output' },
    { what: 'D → E', why: 'ending' },
  ])
  expect(plan?.steps[2]?.conditions).toEqual([{ left: '{{ a }}', operation: 'contains', right: '7' }])
})

test('steps can be inside an iteration, links do not cross its border, and disallowed steps are placed outside', () => {
  const plan = readPlan({
    steps: [
      step('i', 'iteration'),
      step('a', 'llm', { inside: 'i' }),
      step('b', 'llm', { inside: 'i' }),
      step('h', 'humanInput', { inside: 'i' }),
      step('j', 'iteration', { inside: 'i' }),
      step('k', 'llm', { inside: 'a' }),
    ],
    links: [link('a', 'b'), link('i', 'a'), link('i', 'k')],
  })

  expect(plan?.steps.map(({ inside }) => inside)).toEqual(['', 'i', 'i', '', '', ''])
  expect(linksOf(plan)).toEqual(['a.0 b', 'i.0 k'])
  expect(plan?.leftOut).toEqual([{ what: 'I → A', why: 'wall' }])
})

test('a loop returns to a step, not to itself, to the start or to nothing', () => {
  const loops = ['a', 'l1', 's', 'gone'].map((backTo, index) => step(`l${index}`, 'loop', { backTo }))
  const plan = readPlan({ steps: [step('s', 'start'), step('a', 'llm', { backTo: 's' }), ...loops] })

  expect(plan?.steps.map(({ backTo }) => backTo)).toEqual(['', '', 'a', '', '', ''])
  expect(plan?.leftOut.map(({ what, why }) => `${what} ${why}`)).toEqual(['L1 back', 'L2 back', 'L3 back'])
})

test('an invalid plan is undefined, and an endless plan is truncated', () => {
  for (const answer of [undefined, null, 'steps', [], {}, { steps: [] }, { steps: [{ kind: 'llm' }] }]) {
    expect(readPlan(answer)).toBeUndefined()
  }
  const many = readPlan({ steps: Array.from({ length: 100 }, (_, index) => step(`a${index}`, 'llm')) })
  expect([many?.steps.length, many?.leftOut.length]).toEqual([40, 60])
})
