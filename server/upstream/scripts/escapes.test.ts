import { describe, expect, test } from 'vitest'
import { createGuardedFetch } from '#server/upstream/guarded-fetch.ts'
import { bombs, escapes } from './escape-corpus.ts'
import { createRunCode } from './run-code.ts'

const fetch = createGuardedFetch({ allow: [], own: () => undefined })
const runCode = createRunCode({ fetch })
/** Lower limits than the defaults, to keep the tests short. */
const runBomb = createRunCode({ fetch, cpuMs: 250 })

describe(`none of ${Object.keys(escapes).length} escapes succeeds`, () => {
  test.each(Object.entries(escapes))('%s', async (_, code) => {
    const got = await run(code).then(
      ({ value }) => value,
      (error: { code: string }) => (error.code === 'INVALID_FLOW' ? null : error),
    )

    expect(got ?? null).toSatisfy((value) => value === null || value === false)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(await run(clean)).toMatchObject({ value: [] })
  })
})

const clean = `return [
  'polluted' in {}, 'polluted' in [], 'escaped' in globalThis, 'got' in globalThis,
  JSON.stringify({ a: 1 }) !== '{"a":1}', !(Promise.resolve(1) instanceof Promise),
].flatMap((isSpoilt, i) => isSpoilt ? [i] : [])`

describe(`each of ${Object.keys(bombs).length} bombs ends with an error message`, () => {
  test.each(Object.entries(bombs))('%s', async (_, code) => {
    const before = process.memoryUsage().rss

    await expect(run(code, { timeoutMs: 500, by: runBomb })).rejects.toMatchObject({
      code: 'INVALID_FLOW',
      message: expect.stringMatching(/^The code failed: \S.*/s),
    })

    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
    expect(await run('return 6 * 7', { by: runBomb })).toMatchObject({ value: 42 })
  })
})

test('scripts beside a bomb still complete', async () => {
  const bomb = bombs['a sparse array sorted'] ?? ''
  const lost = run(bomb, { by: runBomb }).catch((error: Error) => error.message)
  const others = Array.from({ length: 6 }, (_, i) =>
    run(`return ${i}`, { chatflowId: `flow ${i}`, by: runBomb }),
  )

  expect((await Promise.all(others)).map(({ value }) => value)).toEqual([0, 1, 2, 3, 4, 5])
  expect(await lost).toContain('computed for longer than 0.25 seconds')
})

type How = { timeoutMs?: number; chatflowId?: string; by?: typeof runCode }

function run(code: string, { timeoutMs = 5_000, chatflowId = 'flow', by = runCode }: How = {}) {
  const tools = { add: async () => 1 }
  const { signal } = new AbortController()
  return by({ code, inputs: { a: 1 }, vars: {}, flow: { chatflowId }, tools, signal, timeoutMs })
}
