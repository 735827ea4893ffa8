import { inSlices } from '#server/in-slices.ts'
import type { Store, Writer } from './store.ts'

/** Each slice is a transaction, which others of the same turn go before. False ends it early. */
export function writeInSlices(
  store: Store,
  count: number,
  work: (tx: Writer, from: number, to: number) => Promise<boolean | undefined | void>,
) {
  return inSlices(count, (from, to, held) =>
    store.transaction(async (tx) => {
      // Waiting for the disk holds nobody up.
      const start = performance.now()
      const isMore = await work(tx, from, to)
      held(performance.now() - start)
      return isMore ?? true
    }, 'deferred'),
  )
}
