import { expect, test } from 'vitest'
import type { Reported } from './report-node.ts'
import { compareReports } from './run-changes.tsx'

const reported = (...parts: [title: string, value: unknown][]): Reported => ({
  error: undefined,
  retries: 0,
  parts: parts.map(([title, value], index) => ({ key: `${index} ${title}`, title, value })),
})

test('only differing paths are named, with their values', () => {
  const before = reported(
    ['Input', { temperature: 0.5, model: 'a' }],
    ['Request', { messages: [{ role: 'user', content: 'Hello' }] }],
    ['Response', 'Good day.'],
  )
  const after = reported(
    ['Input', { temperature: 0.9, model: 'a', stop: null }],
    ['Request', { messages: [{ role: 'user', content: 'Hello' }, { role: 'ai' }] }],
    ['Response', 'Good day.'],
  )

  expect(compareReports(before, after)).toEqual([
    { key: 'Input 1', title: 'Input', fields: [{ path: 'temperature', before: '0.5', after: '0.9' }] },
    {
      key: 'Request 1',
      title: 'Request',
      fields: [{ path: 'messages › 2 › role', before: '', after: 'ai' }],
    },
  ])
})

test('the second answer is compared with the second; an added or removed one is a difference as a whole', () => {
  const before = reported(['Answer', 'one'], ['Answer', 'two'], ['Output', 'gone'])
  const after = reported(['Answer', 'one'], ['Answer', '2'], ['Sources', ['new']])

  expect(compareReports(before, after).map(({ title, fields }) => [title, fields])).toEqual([
    ['Answer', [{ path: '', before: 'two', after: '2' }]],
    ['Sources', [{ path: '1', before: '', after: 'new' }]],
    ['Output', [{ path: '', before: 'gone', after: '' }]],
  ])
})

test('an object has no differences from itself', () => {
  const same = reported(['Input', { a: [1, { b: true }] }])
  expect(compareReports(same, same)).toEqual([])
})
