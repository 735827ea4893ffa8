import { expect, test } from 'vitest'
import { findChunkCycle } from './chunk-cycle.ts'

test('chunks that import each other are found, shared ones are none', () => {
  const tree = { page: { imports: ['graph', 'money'] }, graph: { imports: ['money'] }, money: {} }

  expect(findChunkCycle(tree)).toBeUndefined()
  expect(findChunkCycle({ ...tree, money: { imports: ['graph'] } })).toEqual(['graph', 'money', 'graph'])
})
