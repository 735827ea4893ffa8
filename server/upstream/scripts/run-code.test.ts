import { describe, expect, test } from 'vitest'
import type { Json } from '#server/engine/inputs.ts'
import type { Script } from '#server/engine/ports.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { createGuardedFetch } from '#server/upstream/guarded-fetch.ts'
import { createRunCode } from './run-code.ts'

type RunCode = ReturnType<typeof createRunCode>
type Given = Partial<Omit<Script, 'code'>> & { fetch?: typeof globalThis.fetch; by?: RunCode }

const sandbox = createRunCode({ fetch: rejectAll })

describe('a script', () => {
  test('reads its inputs, the flow and the variables, and returns any JSON', async () => {
    const code = 'return { sum: $a + $b.c, all: $param, city: $vars.city, ask: $flow.input, same: $input }'

    const { value } = await run(code, {
      inputs: { a: 1, b: { c: 2 }, 'not a name': 3 },
      vars: { city: 'Izmir' },
      flow: { chatflowId: 'f', input: 'Hi' },
    })

    const all = { a: 1, b: { c: 2 }, 'not a name': 3 }
    expect(value).toEqual({ sum: 3, all, city: 'Izmir', ask: 'Hi', same: 'Hi' })
  })

  test('returns its logs, with values as JSON', async () => {
    const { logs } = await run('console.log("a", { b: 1 }); console.error(new TypeError("no")); return 1')

    expect(logs).toEqual(['a {"b":1}', 'TypeError: no'])
  })

  test('that returns nothing results in null', async () => {
    expect((await run('const x = 1')).value).toBeNull()
  }, 60_000)

  test.each([
    ['throw new TypeError("no")', 'TypeError: no (line 1)'],
    ['const a = 1\nreturn b', "ReferenceError: 'b' is not defined (line 2)"],
    ['return ;;; }', 'SyntaxError'],
    ['await new Promise(() => {})', 'waits for something that never comes'],
    ['require("fs")', 'There is no library fs here. There are: node-fetch, axios.'],
  ])('%s reports the error and its position', async (code, sentence) => {
    await expect(run(code)).rejects.toMatchObject({
      code: 'INVALID_FLOW',
      message: expect.stringContaining(sentence),
    })
  })

  test('supports languages and time zones', async () => {
    const code = `const at = new Date(0)
      return [at.toLocaleString('en-GB', { timeZone: 'Australia/Sydney' }), (1234.5).toLocaleString('tr-TR'),
        new Intl.DateTimeFormat('de-DE', { timeZone: 'UTC' }).format(at)]`

    expect((await run(code)).value).toEqual(['01/01/1970, 10:00:00', '1.234,5', '1.1.1970'])
  })

  test('has the common web globals', async () => {
    const code = `const url = new URL('/a?b=c d', 'https://x.example'); url.searchParams.set('e', 'ş')
      return [url.href, btoa('hi'), atob('aGk='), Buffer.from('ş').toString('base64'), Buffer.from('xZ8=', 'base64').toString(),
        new TextDecoder().decode(new TextEncoder().encode('çığ')), crypto.randomUUID().length]`

    const href = 'https://x.example/a?b=c+d&e=%C5%9F'
    expect((await run(code)).value).toEqual([href, 'aGk=', 'hi', 'xZ8=', 'ş', 'çığ', 36])
  })

  test('supports timers, and clearing them', async () => {
    const code = `let seen = []
      setTimeout(() => seen.push('late'), 10); clearTimeout(setTimeout(() => seen.push('never'), 5))
      await new Promise((done) => setTimeout(done, 40)); return seen`

    expect((await run(code)).value).toEqual(['late'])
  })

  test('calls the given tools, and no others', async () => {
    const tools = { add: async (args: unknown) => (args as { a: number }).a + 1 }
    const code = 'return [await $tools.add.call({ a: 1 }), Object.keys($tools)]'

    expect((await run(code, { tools })).value).toEqual([2, ['add']])
  })
})

describe('the network', () => {
  test('is called through the guard: node-fetch and axios', async () => {
    const { origin } = await listen((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString()
        response.writeHead(request.url === '/no' ? 404 : 200, { 'content-type': 'application/json' })
        response.end(
          JSON.stringify({ method: request.method, url: request.url, key: request.headers['x-key'], body }),
        )
      })
    })
    const fetch = createGuardedFetch({ allow: [new URL(origin).host], own: () => undefined })
    const code = `const fetch = require('node-fetch'); const axios = require('axios')
      const first = await fetch($origin + '/a', { method: 'POST', headers: { 'X-Key': 'k' }, body: JSON.stringify({ b: 1 }) })
      const second = await axios.post($origin + '/b', { c: 2 }, { params: { q: 'ş' } })
      const third = await axios.get($origin + '/no').catch((error) => error.message)
      return [await first.json(), second.data, third]`

    const { value } = await run(code, { fetch, inputs: { origin } })

    expect(value).toEqual([
      { method: 'POST', url: '/a', key: 'k', body: '{"b":1}' },
      { method: 'POST', url: '/b?q=%C5%9F', body: '{"c":2}' },
      'Request failed with status code 404',
    ])
  })

  test('excludes this machine', async () => {
    const { origin, hits } = await listen((_, response) => response.end('secret'))
    const fetch = createGuardedFetch({ allow: [], own: () => undefined })

    const { value } = await run(
      'try { return await (await fetch($origin)).text() } catch (e) { return e.message }',
      {
        fetch,
        inputs: { origin },
      },
    )

    expect(value).toContain('This server may not call 127.0.0.1')
    expect(hits()).toBe(0)
  })

  test('is limited in the number of requests', async () => {
    let requested = 0
    const fetch = async () => {
      requested += 1
      return new Response('ok')
    }
    const code =
      'let n = 0; try { for (;;) { await fetch("http://a.example"); n++ } } catch (e) { return [n, e.message] }'

    expect((await run(code, { fetch })).value).toEqual([20, 'A script may make 20 requests.'])
    expect(requested).toBe(20)
  })

  test('returns bytes unchanged', async () => {
    const fetch = async () => new Response(new Uint8Array([255, 0, 128]))
    const code = 'return [...new Uint8Array(await (await fetch("http://a.example")).arrayBuffer())]'

    expect((await run(code, { fetch })).value).toEqual([255, 0, 128])
  })
})

describe('a value nested too deeply', () => {
  const nested = (depth: number) =>
    `let value = 1; for (let i = 0; i < ${depth}; i++) value = [value]; return value`

  test.each([201, 2_000, 3_000, 100_000])(
    'is not a result at a depth of %i, and frees its slot',
    async (depth) => {
      // A busy machine must not run into the time limit first.
      const runCode = createRunCode({ fetch: rejectAll, cpuMs: 30_000 })
      const hostile = Array.from({ length: 10 }, () => run(nested(depth), { by: runCode }))

      for (const { reason } of (await Promise.allSettled(hostile)) as PromiseRejectedResult[]) {
        expect(reason).toMatchObject({
          code: 'INVALID_FLOW',
          message: expect.stringContaining('nested too deeply'),
        })
      }
      expect((await run('return 1', { by: runCode })).value).toBe(1)
    },
  )

  test('is a result up to the limit', async () => {
    expect(JSON.stringify((await run(nested(200))).value)).toBe(`${'['.repeat(200)}1${']'.repeat(200)}`)
  })

  test.each([300, 3_000, 10_000])('is not an input at a depth of %i', async (depth) => {
    const deep = JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)

    await expect(run('return 1', { inputs: { deep } })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('nested too deeply'),
    })
  })

  test.each([300, 3_000, 10_000])(
    'is neither argument nor result of a tool at a depth of %i',
    async (depth) => {
      const deep = JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)
      const tools = { deep: async () => deep, same: async (args: Json) => args }
      const request = (call: string) => run(`try { await ${call} } catch (e) { return e.message }`, { tools })

      expect((await request('$tools.deep.call({})')).value).toContain('nested too deeply')
      expect((await request(`$tools.same.call((() => { ${nested(depth)} })())`)).value).toContain(
        'nested too deeply',
      )
    },
  )

  test('is a normal error when it is thrown', async () => {
    await expect(run(nested(3_000).replace('return', 'throw'))).rejects.toMatchObject({
      code: 'INVALID_FLOW',
    })
    expect((await run('return 1')).value).toBe(1)
  })
})

describe('the caller', () => {
  test('stops it while it waits', async () => {
    const caller = new AbortController()
    let wasStopped = false
    const fetch: typeof globalThis.fetch = (_, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => {
          wasStopped = true
          reject(new Error('stopped'))
        })
        caller.abort(new Error('enough'))
      })

    await expect(run('await fetch("http://a.example")', { fetch, signal: caller.signal })).rejects.toThrow(
      'enough',
    )
    expect(wasStopped).toBe(true)
  })

  test('limits its time', async () => {
    await expect(
      run('await new Promise((done) => setTimeout(done, 5000))', { timeoutMs: 200 }),
    ).rejects.toMatchObject({ message: expect.stringContaining('longer than 0.2 seconds') })
  })

  test('has its own share: one flow cannot block the others', async () => {
    const held = Promise.withResolvers<void>()
    const runCode = createRunCode({
      fetch: async () => {
        await held.promise
        return new Response('late')
      },
    })
    const slow = 'return (await fetch("http://a.example")).text()'
    const greedy = Array.from({ length: 12 }, () =>
      run(slow, { by: runCode, flow: { chatflowId: 'greedy' } }),
    )

    const modest = await run('return 1', { by: runCode, flow: { chatflowId: 'modest' } })

    expect(modest.value).toBe(1)
    held.resolve()
    expect((await Promise.all(greedy)).map(({ value }) => value)).toEqual(Array(12).fill('late'))
  })
})

function run(code: string, { fetch, by, ...given }: Given = {}) {
  const runCode = by ?? (fetch ? createRunCode({ fetch }) : sandbox)
  const { signal } = new AbortController()
  return runCode({ code, inputs: {}, vars: {}, flow: { chatflowId: 'flow' }, signal, ...given })
}

async function rejectAll(): Promise<never> {
  throw new Error('This test has no such world.')
}

test('each request of a script carries a key of its own, unless the script sets one', async () => {
  const keys: (string | null)[] = []
  const fetch = async (_: unknown, init?: RequestInit) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'))
    return new Response('ok')
  }
  const code = `await fetch('https://a.example'); await fetch('https://a.example')
    await fetch('https://a.example', { headers: { 'Idempotency-Key': 'mine' } })
    return $flow.idempotencyKey`
  const again = () => run(code, { fetch, flow: { chatflowId: 'f', idempotencyKey: 'key-of-call' } })

  const { value } = await again()
  await again()

  expect(value).toBe('key-of-call')
  expect(keys.slice(0, 3)).toEqual(['key-of-call', expect.stringMatching(/^[\w-]{32}$/), 'mine'])
  expect(keys.slice(3)).toEqual(keys.slice(0, 3))
})

test('code that does not name fetch cannot call it', async () => {
  const calls: unknown[] = []
  const fetch = async (address: unknown) => {
    calls.push(address)
    return new Response('ok')
  }

  await expect(run("return globalThis['fe' + 'tch']('https://a.example')", { fetch })).rejects.toThrow(
    'does not name fetch',
  )
  expect(calls).toEqual([])
})
