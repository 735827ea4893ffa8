import { commitDuration, commitSize } from './instruments.ts'

/** Commits a group of transactions. */
export function measureCommit<Result>(transactions: number, commit: () => Result): Result {
  const start = performance.now()
  const result = commit()
  commitDuration.observe((performance.now() - start) / 1_000)
  commitSize.observe(transactions)
  return result
}
