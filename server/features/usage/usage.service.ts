import type { Store } from '#server/db/store.ts'
import type { AuditService } from '#server/features/audit/audit.service.ts'
import type { WalletService } from '#server/features/wallet/wallet.service.ts'
import type { NewId } from '#server/ids.ts'
import { microToUsd } from '#shared/money.ts'
import { backfillDays } from './backfill-days.ts'
import { createCapsService } from './caps.service.ts'
import { createMetering } from './metering.ts'
import { createPricesService } from './prices.service.ts'
import { createReportsService } from './reports.service.ts'

export type { OpenCall, Payer } from './metering.ts'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  audit: Pick<AuditService, 'recordIn'>
  wallet: Pick<WalletService, 'hold' | 'capture' | 'void' | 'findHold' | 'balanceOf'>
  /** Micro-units: 1_200_000 is 1.2. */
  markupMicro: number
  /** Fee per run that uses the owner's own key. */
  feeMicro: number
  runTimeoutMs: number
  /** Default threshold of a low balance. */
  lowBalanceMicro: number
  topUps: TopUps
  /** Lira per dollar in ten-thousandths. Throws when no rate is known. */
  currentRate(): Promise<{ rateE4: number; rateDate: string }>
}

type TopUps = {
  minimumMicro: number
  maximumMicro: number
  vatPercent: string
  exchangeFeePercent: string
}

export function createUsageService(deps: Deps) {
  const { topUps, currentRate } = deps
  const prices = createPricesService(deps)
  const caps = createCapsService(deps)
  const metering = createMetering({ ...deps, prices, caps })
  const reports = createReportsService({ ...deps, prices, caps })

  /** Public. Without a rate the other prices are still returned. */
  async function publicPrices() {
    const rate = await currentRate().catch(() => undefined)
    return {
      prices: await prices.listPublic(),
      minimumTopUp: microToUsd(topUps.minimumMicro),
      maximumTopUp: microToUsd(topUps.maximumMicro),
      vatPercent: Number(topUps.vatPercent),
      exchangeFeePercent: Number(topUps.exchangeFeePercent),
      exchangeRate: rate ? rate.rateE4 / 10_000 : null,
      rateDate: rate?.rateDate ?? null,
    }
  }

  async function seedPrices() {
    await prices.seed()
    await backfillDays(deps.store)
  }

  return { ...metering, seedPrices, publicPrices, prices, caps, reports }
}

export type UsageService = ReturnType<typeof createUsageService>
