import { expect, test } from 'vitest'
import { characterBudget } from './character-budget.ts'

test('documents are counted together', () => {
  const spend = characterBudget(1_000_000)
  spend('a'.repeat(600_000))

  expect(() => spend('a'.repeat(600_000))).toThrow(
    'There are more than 1 million letters to read. Read fewer documents.',
  )
  expect(() => characterBudget()('a'.repeat(1_000_000))).not.toThrow()
})
