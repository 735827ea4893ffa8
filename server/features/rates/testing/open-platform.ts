import Fastify from 'fastify'
import { onTestFinished } from 'vitest'
import { mountTcmbServer, type TcmbFailure, type TcmbOptions } from '#server/sandbox/tcmb-server.ts'
import { createTestServices } from '#server/testing/test-app.ts'

export const friday = '2026-11-20T13:00:00Z'
export const thursday = '2026-11-19T13:00:00Z'

type Bank = { now: string; today?: TcmbFailure; dated?: TcmbFailure; bankUrl?: string; key?: string }

/** All services and a central bank on its own port. `clock.bank` sets the bank's clock apart. */
export async function openPlatform({ now, today, dated, bankUrl, key }: Bank) {
  const clock: { now: string; bank?: string } = { now }
  const issues: { today?: TcmbFailure | undefined; dated?: TcmbFailure | undefined } = { today, dated }
  const bank = bankUrl
    ? { url: bankUrl, pair: new URL(bankUrl).host }
    : await openBank({
        now: () => new Date(clock.bank ?? clock.now),
        faults: issues as TcmbOptions['faults'] & object,
      })
  const { services, store } = await createTestServices({
    now: () => new Date(clock.now),
    env: { TCMB_BASE_URL: bank.url, OUTGOING_ALLOW: bank.pair, ...(key && { EVDS_KEY: key }) },
  })
  return { rates: services.rates, cases: services.cases, store, clock, faults: issues }
}

export async function openBank(options: TcmbOptions) {
  let requested = 0
  const app = Fastify()
  app.addHook('onRequest', async () => {
    requested += 1
  })
  await app.register(mountTcmbServer, { prefix: '/bank', ...options })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  return { url: `${origin}/bank`, pair: new URL(origin).host, requested: () => requested }
}
