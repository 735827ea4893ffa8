import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRunCode } from './run-code.ts'

/**
 * Replaces the sandbox: ends as the code says. A worker can write a result nested this deeply, but the host cannot
 * read it.
 */
const program = `
  import { parentPort } from 'node:worker_threads'
  const nest = () => {
    let deep = []
    for (let level = 0; level < 20_000; level += 1) deep = [deep]
    return deep
  }
  const ends = {
    exit: () => process.exit(0),
    throw: () => { throw new Error('thrown') },
    reject: () => void Promise.reject(new Error('rejected')),
    unreadable: (id) => parentPort.postMessage({ say: 'done', id, outcome: { value: nest(), logs: [] } }),
    silence: () => undefined,
    answer: (id) => parentPort.postMessage({ say: 'done', id, outcome: { text: '"answered"', logs: [] } }),
  }
  parentPort.on('message', ({ say, id, order }) => say === 'run' && ends[order.code](id))`

const SILENCE_MS = 3_000

function aPool(url = new URL(`data:text/javascript,${encodeURIComponent(program)}`)) {
  const fetch = () => Promise.reject(new Error('This test has no network.'))
  const runCode = createRunCode({ fetch, threads: 1, cpuMs: 10, silenceMs: SILENCE_MS, program: url })
  return (code: string) =>
    runCode({
      ...{ code, inputs: {}, vars: {}, flow: { chatflowId: 'one flow' }, timeoutMs: 1 },
      signal: new AbortController().signal,
    })
}

// The clock moves only where silence is to end a run, so no other end can be mistaken for it.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

async function passTimeUntilEnd(runs: Promise<unknown>[]) {
  let isPending = true
  const outcomes = Promise.allSettled(runs).finally(() => {
    isPending = false
  })
  while (isPending) {
    await vi.advanceTimersByTimeAsync(SILENCE_MS)
    await nextTurn()
  }
  return outcomes
}

// More than a flow may run at a time, so an unreleased slot blocks the last one forever.
test.each(['exit', 'throw', 'reject', 'unreadable', 'silence'])(
  'a worker that ends by %s frees its slots',
  async (end) => {
    const run = aPool()

    const runs = Array.from({ length: 4 }, () => run(end))
    const outcomes = await (end === 'silence' ? passTimeUntilEnd(runs) : Promise.allSettled(runs))

    expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
    expect(await run('answer')).toMatchObject({ value: 'answered' })
  },
  60_000,
)

test.each(['file:///nowhere.mjs', 'gopher:nowhere'])(
  'scripts fail when no worker starts from %s',
  async (url) => {
    const run = aPool(new URL(url))

    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => run('answer')))

    const rejection = { code: 'INVALID_FLOW', message: expect.stringContaining('Try again.') }
    expect(outcomes).toEqual(
      Array(6).fill({ status: 'rejected', reason: expect.objectContaining(rejection) }),
    )
  },
)
