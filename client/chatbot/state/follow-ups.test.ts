import { expect, test } from 'vitest'
import { readFollowUps } from './follow-ups.ts'

test('follow-up questions are parsed however many times they were encoded', () => {
  const list = JSON.stringify(['One?', ' ', 3])
  expect([readFollowUps(list), readFollowUps(JSON.stringify(list))]).toEqual([['One?'], ['One?']])
  expect([readFollowUps(undefined), readFollowUps('{'), readFollowUps('{"a":1}')]).toEqual([[], [], []])
})
