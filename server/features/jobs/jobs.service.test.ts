import { expect, onTestFinished, test } from 'vitest'
import { users } from '#server/features/users/users.table.ts'
import { createTestStore } from '#server/testing/test-store.ts'
import { AppError } from '#shared/errors.ts'
import { createJobsService, type JobHandler, type JobRow } from './jobs.service.ts'

function userOf(id: string) {
  const email = `${id}@example.com`
  const date = new Date('2026-11-24T12:00:00Z')
  return {
    ...{ id, username: id, usernameKey: id, email, emailKey: email, passwordHash: 'x', role: 'USER' },
    ...{ createdDate: date, updatedDate: date },
  }
}

async function openJobs() {
  const store = await createTestStore()
  let time = Date.parse('2026-11-24T12:00:00Z')
  let ids = 0
  await store.transaction((tx) => tx.insert(users).values(['ada', 'bob', 'eve'].map(userOf) as never))
  const errors: unknown[] = []
  /** A process of its own on the same database. */
  function start(handler: Partial<JobHandler> = {}) {
    const jobs = createJobsService({
      store,
      newId: () => `id-${String(ids++).padStart(4, '0')}`,
      now: () => new Date(time),
    })
    jobs.onError((error) => errors.push(error))
    jobs.handle('work', { run: async () => null, ...handler })
    onTestFinished(() => jobs.stopAll())
    return jobs
  }
  type Jobs = ReturnType<typeof start>
  const add = (jobs: Jobs, subjectId = 'store', input: unknown = {}, userId = 'ada', kind = 'work') =>
    store.transaction((tx) => jobs.enqueue(tx, { kind, userId, subjectId, input }))
  const end = (jobs: Jobs, { id }: JobRow) => jobs.wait(id, AbortSignal.timeout(20_000))
  const pass = (ms: number) => {
    time += ms
  }
  return { start, add, end, pass, errors }
}

/** Resolves when the job is in the handler; the handler goes on with `open`. */
function gate() {
  const entered = Promise.withResolvers<AbortSignal>()
  const opened = Promise.withResolvers<void>()
  const run: JobHandler['run'] = ({ signal }) => {
    entered.resolve(signal)
    return Promise.race([
      opened.promise,
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ])
  }
  return { run, entered: entered.promise, open: opened.resolve }
}

test('a job runs once, with its result, its progress and one attempt', async () => {
  const { start, add, end } = await openJobs()
  const outcomes: string[] = []
  const jobs = start({
    run: async ({ report }) => {
      report({ unit: 'chunks', done: 3, total: 7 })
      return { added: 7 }
    },
    ended: async (_, __, outcome) => void outcomes.push(outcome),
  })
  const job = await add(jobs)

  await jobs.tick()
  const ended = await end(jobs, job)

  expect(ended).toMatchObject({
    ...{ state: 'completed', result: { added: 7 }, attempts: 1, owner: null },
    progress: { unit: 'chunks', done: 3, total: 7 },
  })
  expect(outcomes).toEqual(['completed'])
  expect(await jobs.attempts(job.id)).toMatchObject([{ number: 1, outcome: 'completed' }])
})

test('jobs of one queue run in order, jobs of others beside them', async () => {
  const { start, add, end } = await openJobs()
  const begun: unknown[] = []
  const first = gate()
  const jobs = start({
    run: async (job) => {
      begun.push(job.row.input)
      return job.row.input === 'a1' ? first.run(job) : null
    },
  })
  const a1 = await add(jobs, 'a', 'a1')
  const a2 = await add(jobs, 'a', 'a2')
  const b1 = await add(jobs, 'b', 'b1')

  await jobs.tick()
  await end(jobs, b1)
  expect(begun).toEqual(['a1', 'b1'])

  first.open()
  await end(jobs, a1)
  await end(jobs, a2)
  expect(begun).toEqual(['a1', 'b1', 'a2'])
})

test('users take turns, and nobody holds all slots', async () => {
  const { start, add, pass } = await openJobs()
  const begun: string[] = []
  const gates: (() => void)[] = []
  const jobs = start({
    run: ({ row, signal }) => {
      begun.push(row.subjectId)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      gates.push(resolve)
      signal.addEventListener('abort', () => reject(signal.reason))
      return promise
    },
  })
  for (let place = 1; place <= 6; place += 1) {
    await add(jobs, `ada ${place}`)
    pass(1)
  }
  jobs.wake()
  await expect.poll(() => begun).toEqual(['ada 1', 'ada 2', 'ada 3'])
  await jobs.tick()
  expect(begun).toHaveLength(3)

  await add(jobs, 'bob 1', {}, 'bob')
  await add(jobs, 'bob 2', {}, 'bob')
  await add(jobs, 'eve 1', {}, 'eve')
  jobs.wake()
  await expect.poll(() => begun.slice(3)).toEqual(['bob 1'])
  gates[0]?.()
  await expect.poll(() => begun.slice(4)).toEqual(['eve 1'])
  // Ada, Bob and Eve have one each, and Ada's next is the oldest.
  gates[1]?.()
  await expect.poll(() => begun.slice(5)).toEqual(['ada 4'])
  gates[3]?.()
  await expect.poll(() => begun.slice(6)).toEqual(['bob 2'])
})

test('jobs that a person waits for do not wait for others', async () => {
  const { start, add, end, pass } = await openJobs()
  const { run, entered } = gate()
  const jobs = start({ run })
  jobs.handle('answer', { isUrgent: true, run: async () => 'done' })
  for (const subjectId of ['a', 'b', 'c', 'd']) {
    await add(jobs, subjectId, {}, subjectId < 'c' ? 'ada' : 'bob')
  }
  await jobs.tick()
  await entered
  pass(1)
  const answer = await add(jobs, 'chat', {}, 'ada', 'answer')

  jobs.wake()

  expect(await end(jobs, answer)).toMatchObject({ state: 'completed', result: 'done' })
})

test('a service that names a time is asked again then', async () => {
  const { start, add, end, pass } = await openJobs()
  let tries = 0
  const jobs = start({
    maxFailures: 5,
    run: async () => {
      tries += 1
      if (tries < 5) {
        throw new AppError('RATE_LIMITED', 'Slow down.', { details: { retryAfterSeconds: 40 } })
      }
    },
  })
  const job = await add(jobs)
  for (const attempt of [1, 2, 3, 4]) {
    await jobs.tick()
    await expect.poll(() => tries).toBe(attempt)
    await expect.poll(async () => (await jobs.find(job.id))?.owner).toBeNull()
    pass(39_000)
    await jobs.tick()
    expect(tries).toBe(attempt)
    pass(1_000)
  }

  await jobs.tick()

  expect(await end(jobs, job)).toMatchObject({ state: 'completed', attempts: 5 })
})

test('a temporary error is tried again later, three times at most', async () => {
  const { start, add, end, pass } = await openJobs()
  let tries = 0
  const jobs = start({
    run: async () => {
      tries += 1
      throw new AppError('UPSTREAM_FAILED', 'The service is busy.')
    },
  })
  const job = await add(jobs)

  await jobs.tick()
  await expect.poll(async () => (await jobs.find(job.id))?.state).toBe('queued')
  await jobs.tick()
  expect(tries).toBe(1)
  for (const attempt of [2, 3]) {
    pass(600_000)
    await jobs.tick()
    await expect.poll(() => tries).toBe(attempt)
    await expect.poll(async () => (await jobs.find(job.id))?.owner).toBeNull()
  }

  expect(await end(jobs, job)).toMatchObject({ state: 'failed', error: 'The service is busy.', attempts: 3 })
  expect((await jobs.attempts(job.id)).map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed'])
})

test.each([
  ['an invalid setting', new AppError('INVALID_FLOW', 'Choose a model.'), 'Choose a model.', 0],
  ['an empty wallet', new AppError('INSUFFICIENT_FUNDS', 'Top up.'), 'Top up.', 0],
  [
    'a rejected key',
    new AppError('UPSTREAM_FAILED', 'Invalid key.', { cause: { status: 401 } }),
    'Invalid key.',
    0,
  ],
  ['a bug', new TypeError('x is undefined'), 'Something went wrong on our side.', 1],
])('%s is not tried again', async (_, error, sentence, reported) => {
  const { start, add, end, errors } = await openJobs()
  const jobs = start({ run: () => Promise.reject(error) })
  const job = await add(jobs)

  await jobs.tick()

  expect(await end(jobs, job)).toMatchObject({ state: 'failed', error: sentence, attempts: 1 })
  expect(errors).toHaveLength(reported)
})

test('a waiting job is cancelled at once, a running one is aborted', async () => {
  const { start, add, end } = await openJobs()
  const { run, entered } = gate()
  const outcomes: string[] = []
  const jobs = start({ run, ended: async (_, { id }, outcome) => void outcomes.push(`${id} ${outcome}`) })
  const running = await add(jobs)
  const waiting = await add(jobs)
  await jobs.tick()
  await entered

  await jobs.cancel(waiting.id)
  expect(await end(jobs, waiting)).toMatchObject({ state: 'cancelled', attempts: 0 })
  await jobs.cancel(running.id)
  expect(await end(jobs, running)).toMatchObject({ state: 'cancelled', attempts: 1 })
  await jobs.cancel(running.id)

  expect(outcomes).toEqual([`${waiting.id} cancelled`, `${running.id} cancelled`])
})

test('a job of a process that has stopped goes on in the next one', async () => {
  const { start, add, end } = await openJobs()
  const { run, entered } = gate()
  const old = start({ run })
  const job = await add(old)
  await old.tick()
  await entered
  await old.stopAll()
  const seen: boolean[] = []

  const next = start({ run: async ({ isResumed }) => void seen.push(isResumed) })
  await next.tick()

  expect(await end(next, job)).toMatchObject({ state: 'completed', attempts: 2 })
  expect(seen).toEqual([true])
  expect((await next.attempts(job.id)).map(({ outcome }) => outcome)).toEqual(['interrupted', 'completed'])
})

test('a job of a process that has died is taken over, and the dead process ends nothing', async () => {
  const { start, add, end, pass } = await openJobs()
  const { run, entered, open } = gate()
  const endings: string[] = []
  const ended = async (_: unknown, __: JobRow, outcome: string) => void endings.push(outcome)
  const frozen = start({ run, ended })
  const job = await add(frozen)
  await frozen.tick()
  await entered
  pass(60_000)
  const abandoned: string[] = []

  const next = start({ ended, abandoned: async ({ id }) => void abandoned.push(id) })
  await next.tick()
  expect(await end(next, job)).toMatchObject({ state: 'completed', attempts: 2 })
  open()
  await frozen.stopAll()

  expect(abandoned).toEqual([job.id])
  expect(endings).toEqual(['completed'])
  expect(await next.find(job.id)).toMatchObject({ state: 'completed', attempts: 2 })
})

test('a job that ends its process again and again is given up', async () => {
  const { start, add, pass } = await openJobs()
  const handler: JobHandler = {
    run: ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  }
  let jobs = start(handler)
  const job = await add(jobs)
  for (let death = 0; death < 31; death += 1) {
    await jobs.tick()
    pass(60_000)
    jobs = start(handler)
  }

  await jobs.tick()

  expect(await jobs.find(job.id)).toMatchObject({ state: 'failed', attempts: 30 })
})
