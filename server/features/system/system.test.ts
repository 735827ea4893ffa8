import { mkdirSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { serveMetrics } from '#server/commands/serve-metrics.ts'
import { dialect } from '#server/db/dialect.ts'
import { createConnectionWatch } from '#server/telemetry/connection-watch.ts'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { SystemStatus } from '#shared/system.ts'

async function openServer(env: Record<string, string> = {}) {
  const world = await createTestApp({ listen: true, env })
  const admin = await world.signUp('root')
  const ada = await world.signUp('ada')
  const status = async () =>
    (await world.app.inject({ url: '/trpc/system.status', headers: admin.headers })).json().result
      .data as SystemStatus
  const scrape = async () => (await world.app.inject({ url: '/metrics', headers: admin.headers })).payload
  return { ...world, admin, ada, status, scrape }
}

function valueIn(metrics: string, name: string) {
  const line = metrics.split('\n').find((each) => each.startsWith(`${name} `) || each.startsWith(`${name}{`))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

test('metrics are for ADMINs: by a session, or by a key that may view logs', async () => {
  const { app, admin, ada } = await openServer()
  await admin.stepUp()
  const keyWith = async (permission: string) => {
    const keys = await admin.call('POST', '/apikey', { keyName: permission, permissions: [permission] })
    return String(keys.json().find(({ keyName }: { keyName: string }) => keyName === permission).apiKey)
  }
  const statusWith = async (authorization?: string) =>
    (await app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })).statusCode

  expect(await statusWith()).toBe(401)
  expect(await statusWith(ada.headers.authorization)).toBe(403)
  expect(await statusWith(admin.headers.authorization)).toBe(200)
  expect(await statusWith(`Bearer ${await keyWith('logs:view')}`)).toBe(200)
  expect(await statusWith(`Bearer ${await keyWith('chatflows:view')}`)).toBe(403)
})

test('an answer counts as a run, a model call, a hold and a capture, and no label names a user', async () => {
  const { scrape, ada, services, url } = await openServer()
  await services.ledger.check()
  const flow = { type: 'CHATFLOW', name: 'planted-name', flowData: aDemoFlow() }
  const { id } = (await ada.call('POST', '/chatflows', flow)).json()
  const before = await scrape()

  const answer = await fetch(`${url}/api/v1/prediction/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...ada.headers },
    body: JSON.stringify({ question: 'planted-question' }),
  })

  expect(answer.status).toBe(200)
  const after = await scrape()
  const grownBy = (name: string) => (valueIn(after, name) ?? 0) - (valueIn(before, name) ?? 0)
  expect(grownBy('flowtill_runs_started_total')).toBe(1)
  expect(grownBy('flowtill_runs_ended_total{outcome="finished"}')).toBe(1)
  expect(grownBy('flowtill_model_call_duration_seconds_count{provider="flowtill",outcome="finished"}')).toBe(
    1,
  )
  expect(grownBy('flowtill_model_tokens_total{provider="flowtill",type="output"}')).toBeGreaterThan(0)
  expect(grownBy('flowtill_wallet_operations_total{operation="hold"}')).toBe(1)
  expect(grownBy('flowtill_wallet_operations_total{operation="capture"}')).toBe(1)
  expect(
    grownBy('http_request_duration_seconds_count{method="POST",route="/api/v1/prediction/:id",status="2xx"}'),
  ).toBe(1)
  expect(valueIn(after, 'flowtill_runs_active')).toBe(0)
  expect(valueIn(after, 'flowtill_ledger_healthy')).toBe(1)
  expect(valueIn(after, 'process_resident_memory_bytes')).toBeGreaterThan(1e6)
  for (const personal of ['planted', id, ada.user.id, 'ada', ada.token]) {
    expect(after).not.toContain(personal)
  }
})

test('the status names versions, sizes and the open jobs by kind', async () => {
  const { status, services, store, ada } = await openServer()
  const job = { kind: 'a test', userId: ada.user.id, subjectId: 'x', input: {}, delayMs: 60_000 }
  await store.transaction(async (tx) => {
    await services.jobs.enqueue(tx, job)
    await services.jobs.enqueue(tx, { ...job, queueKey: 'other' })
  })

  const { versions, jobs, disk, health, process: own } = await status()

  expect(versions).toMatchObject({ node: process.versions.node, flowtill: services.about.version })
  expect(versions.database).toMatch(/^(SQLite|PostgreSQL) \d+/)
  expect(versions.migrations).toBeGreaterThan(0)
  expect(jobs.find(({ kind }) => kind === 'a test')).toMatchObject({ waiting: 2, running: 0, failed: 0 })
  expect(disk.databaseBytes).toBeGreaterThan(10_000)
  expect(disk.totalBytes).toBeGreaterThan(disk.freeBytes)
  expect(health).toMatchObject({ ledger: 'not checked yet', eventLoop: 'ok', jobs: 'ok' })
  expect(own).toMatchObject({ id: process.pid, runs: 0 })
})

test('files of the data folder are counted once in a while, beside the requests', async () => {
  const { status, scrape, services } = await openServer()
  const { folder } = services.system
  mkdirSync(join(folder, 'files', 'flow', 'deep'), { recursive: true })
  writeFileSync(join(folder, 'files', 'flow', 'deep', 'a.bin'), Buffer.alloc(5_000))
  mkdirSync(join(folder, 'uploads'), { recursive: true })
  writeFileSync(join(folder, 'uploads', 'b.bin'), Buffer.alloc(70))

  expect((await status()).disk.filesBytes).toBeNull()
  await services.system.settled()

  expect((await status()).disk.filesBytes).toBe(5_070)
  expect(valueIn(await scrape(), 'flowtill_storage_bytes{part="files"}')).toBe(5_070)
})

test('an ADMIN checks the ledger, and a finding shows in status and metrics', async () => {
  const { app, admin, ada, status, scrape, services } = await openServer()
  const check = (headers: object) =>
    app.inject({ method: 'POST', url: '/trpc/system.checkLedger', headers: { ...headers }, payload: {} })

  expect((await check(ada.headers)).statusCode).toBe(403)
  expect((await check(admin.headers)).json().result.data).toMatchObject({ isSound: true, findings: [] })
  expect((await status()).ledger.tookMs).toBeGreaterThan(0)

  services.ledger.last()?.findings.push({ rule: 'sums', id: 'x' } as never)
  expect((await status()).health.ledger).toBe('failing')
  expect((await status()).ledger).toMatchObject({ isSound: false, findings: ['sums'] })
  expect(valueIn(await scrape(), 'flowtill_ledger_healthy')).toBe(0)
})

test('errors of our side are grouped by kind and route, with the id of the last request and no message', async () => {
  const { app, services, status, ada } = await openServer()
  services.wallet.get = () => Promise.reject(new TypeError('planted-content is not a function'))
  const ask = () => app.inject({ url: '/api/v1/wallets/me', headers: ada.headers })
  services.system.recordError({ error: new RangeError('planted'), route: 'housekeeping' })

  await ask()
  const last = await ask()
  await app.inject({ url: '/api/v1/wallets/me' })

  const { errors } = await status()
  expect(errors).toMatchObject([
    {
      kind: 'INTERNAL TypeError',
      route: 'GET /api/v1/wallets/me',
      times: 2,
      requestId: last.headers['x-request-id'],
    },
    { kind: 'RangeError', route: 'housekeeping', times: 1, requestId: null },
  ])
  expect(JSON.stringify(errors)).not.toContain('planted')
})

test('a failure inside a stream, whose status is 200 already, is recorded with its request', async () => {
  const { services, status, ada, url } = await openServer()
  const flow = { type: 'CHATFLOW', name: 'planted', flowData: aDemoFlow() }
  const { id } = (await ada.call('POST', '/chatflows', flow)).json()
  services.runs.start = () => {
    throw new TypeError('planted')
  }
  const answer = await fetch(`${url}/api/v1/prediction/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...ada.headers },
    body: JSON.stringify({ question: 'Hello?', streaming: true }),
  })

  expect(await answer.text()).toContain('"event":"error"')
  expect((await status()).errors).toMatchObject([
    {
      kind: 'INTERNAL TypeError',
      route: 'POST /api/v1/prediction/:id',
      requestId: answer.headers.get('x-request-id'),
    },
  ])
})

test('the status says how calls to the central bank ended, and that no backups are scheduled', async () => {
  const { status, services, scrape } = await openServer()
  await services.rates.refresh()

  const { connections, backups } = await status()

  expect(connections).toMatchObject([
    { service: 'cards', state: 'simulated', successDate: null, failure: null },
    { service: 'rates', state: 'simulated', successDate: expect.any(String) },
    { service: 'mail', state: 'not set up', successDate: null },
  ])
  expect(backups).toMatchObject({ kind: dialect === 'postgres' ? 'external' : 'off', last: null })
  expect(valueIn(await scrape(), 'flowtill_backup_last_timestamp_seconds')).toBeUndefined()
})

test('a call that fails is recorded by its kind, without its message', async () => {
  const now = () => new Date('2026-03-02T02:00:00Z')
  const { watch, read } = createConnectionWatch({ now })
  const failing = watch('mail', () => Promise.reject(new TypeError('planted')))

  await expect(failing()).rejects.toThrow('planted')

  expect(read().mail).toEqual({ lastSuccess: null, lastFailure: { date: now(), kind: 'TypeError' } })
})

test('while the database does not answer, the status shows the rest', async () => {
  const { services, store } = await openServer()
  await store.exec(`drop table ${dialect === 'postgres' ? 'drizzle.' : ''}__drizzle_migrations`)

  const { health, disk, versions } = await services.system.status()

  expect(health.databaseMs).toBeNull()
  expect(disk.totalBytes).toBeGreaterThan(0)
  expect(versions.node).toBe(process.versions.node)
})

test('on an address of their own, metrics need no token and nothing else is there', async () => {
  const { services } = await openServer()
  const server = await serveMetrics({ host: '127.0.0.1', port: 0 }, services.system.metrics)
  onTestFinished(server.close)
  const read = (path: string, address = server.address) =>
    new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      get({ host: '127.0.0.1', port: (address as { port: number }).port, path }, async (response) =>
        resolve({ status: response.statusCode, body: await text(response) }),
      ).on('error', reject)
    })

  expect(await read('/metrics')).toMatchObject({
    status: 200,
    body: expect.stringContaining('# TYPE flowtill_runs_active gauge\n'),
  })
  expect(await read('/api/v1/ping')).toMatchObject({ status: 404 })

  const failing = await serveMetrics({ host: '127.0.0.1', port: 0 }, () =>
    Promise.reject(new Error('planted')),
  )
  onTestFinished(failing.close)
  const failed = await read('/metrics', failing.address)
  expect(failed).toMatchObject({ status: 503, body: expect.not.stringContaining('planted') })
})

test('a taken address of metrics is a sentence for the operator', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as { port: number }

  await expect(serveMetrics({ host: '127.0.0.1', port }, async () => [])).rejects.toThrow('METRICS_ADDRESS')
})
