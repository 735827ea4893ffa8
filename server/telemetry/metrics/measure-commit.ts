import { commitDuration, commitSize } from './instruments.ts'

/** Commits a group of transactions. */
export function measureCommit(transactions: number, commit: () => void) {
  const start = performance.now()
  commit()
  commitDuration.observe((performance.now() - start) / 1_000)
  commitSize.observe(transactions)
}
