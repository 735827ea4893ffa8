/** Throws the signal's reason as soon as the run is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stop = () => {
    clearTimeout(timer)
    reject(signal.reason)
  }
  const timer = setTimeout(() => {
    signal.removeEventListener('abort', stop)
    resolve()
  }, ms)
  signal.addEventListener('abort', stop, { once: true })
  await promise
}

/** Lets the server answer others between two pieces of long work. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/**
 * For long work in short steps: awaited between two of them, lets the server answer others whenever the work has held
 * the thread for `maxMs`.
 */
export function yieldEvery(maxMs = 5): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since >= maxMs) {
      await nextTurn()
      since = performance.now()
    }
  }
}

/** For work that does not watch the signal: it ends in the background. */
export async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason as Error)
  signal.addEventListener('abort', abort, { once: true })
  try {
    signal.throwIfAborted()
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
    work.catch(() => undefined)
  }
}
