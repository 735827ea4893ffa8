import { expect, test } from 'vitest'
import { compareTold } from './run-changes.tsx'
import type { Told } from './tell-node.ts'

const told = (...parts: [title: string, value: unknown][]): Told => ({
  error: undefined,
  retries: 0,
  parts: parts.map(([title, value], index) => ({ key: `${index} ${title}`, title, value })),
})

test('only the places that differ are named, value by value', () => {
  const before = told(
    ['Input', { temperature: 0.5, model: 'a' }],
    ['Request', { messages: [{ role: 'user', content: 'Hello' }] }],
    ['Response', 'Good day.'],
  )
  const after = told(
    ['Input', { temperature: 0.9, model: 'a', stop: null }],
    ['Request', { messages: [{ role: 'user', content: 'Hello' }, { role: 'ai' }] }],
    ['Response', 'Good day.'],
  )

  expect(compareTold(before, after)).toEqual([
    { key: 'Input 1', title: 'Input', fields: [{ path: 'temperature', before: '0.5', after: '0.9' }] },
    {
      key: 'Request 1',
      title: 'Request',
      fields: [{ path: 'messages › 2 › role', before: '', after: 'ai' }],
    },
  ])
})

test('the second answer is compared with the second; one that came or went is a difference as a whole', () => {
  const before = told(['Answer', 'one'], ['Answer', 'two'], ['Output', 'gone'])
  const after = told(['Answer', 'one'], ['Answer', '2'], ['Sources', ['new']])

  expect(compareTold(before, after).map(({ title, fields }) => [title, fields])).toEqual([
    ['Answer', [{ path: '', before: 'two', after: '2' }]],
    ['Sources', [{ path: '1', before: '', after: 'new' }]],
    ['Output', [{ path: '', before: 'gone', after: '' }]],
  ])
})

test('nothing differs between a thing and itself', () => {
  const same = told(['Input', { a: [1, { b: true }] }])
  expect(compareTold(same, same)).toEqual([])
})
