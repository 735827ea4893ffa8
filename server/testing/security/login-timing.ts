// Manual benchmark: `node server/testing/security/login-timing.ts` prints the time of a wrong password and of an
// unknown name.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openStore } from '#server/db/open-store.ts'
import { createServices } from '#server/services.ts'

const TRIES = Number(process.argv[2] ?? 500)

const folder = mkdtempSync(join(tmpdir(), 'flowtill-timing-'))
const store = await openStore(`file:${join(folder, 'timing.db')}`)
// The clock advances a minute per attempt, so that rate limits never apply and every failure is recorded.
let minutes = 0
const now = () => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000)
const secrets = { tokenSecret: Buffer.alloc(32, 1), credentialKey: Buffer.alloc(32, 2) }
const services = createServices({ store, config: readConfig({}), secrets, now })
const app = await buildApp(services)

const account = { username: 'ada', email: 'ada@example.com', password: 'a long enough sentence' }
await app.inject({ method: 'POST', url: '/api/v1/auth/register', payload: account })

const times: Record<string, number[]> = { ada: [], nobody: [] }
for (let index = 0; index < TRIES * 2; index += 1) {
  // Alternating, so that other load on the machine affects both equally.
  const username = index % 2 === 0 ? 'ada' : 'nobody'
  minutes += 16
  const payload = { username, password: 'wrong' }
  const startedAt = performance.now()
  const { statusCode } = await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload })
  times[username]?.push(performance.now() - startedAt)
  if (statusCode !== 401) {
    throw new Error(`Try ${index} was answered with ${statusCode}.`)
  }
}

const [known = 0, unknown = 0] = Object.values(times).map(medianOf)
process.stdout.write(
  `${TRIES} tries each: wrong password ${known.toFixed(2)} ms, unknown name ${unknown.toFixed(2)} ms, ` +
    `difference ${Math.abs(known - unknown).toFixed(2)} ms\n`,
)
await app.close()
await store.close()
rmSync(folder, { recursive: true })

function medianOf(values: number[]) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
