import { usdToMicro } from '#shared/money.ts'
import type { Config } from '../config.ts'
import { createCasesService } from '../features/payments/cases.service.ts'
import { createPaymentsService } from '../features/payments/payments.service.ts'
import { createRatesService } from '../features/rates/rates.service.ts'
import { createUsageService } from '../features/usage/usage.service.ts'
import { createLedgerWatch } from '../features/wallet/ledger-watch.ts'
import { createMovementsService } from '../features/wallet/movements.service.ts'
import { type FileRange, writeMovements } from '../features/wallet/movements-file.ts'
import { createPostChange } from '../features/wallet/post-change.ts'
import { createWalletService } from '../features/wallet/wallet.service.ts'
import { createWalletAdminService } from '../features/wallet/wallet-admin.service.ts'
import { createWalletApprovalsService } from '../features/wallet/wallet-approvals.service.ts'
import type { Adapters } from './adapters.ts'
import { type Base, type Foundation, withOrderedIds } from './foundation.ts'

type Deps = {
  base: Base
  config: Config
  adapters: Adapters
  foundation: Foundation
  publicUrl: () => string
}

export type Money = ReturnType<typeof createMoney>

/** Wallets, top-ups by card, exchange rates, and what runs cost. */
export function createMoney({ base, config, adapters, foundation, publicUrl }: Deps) {
  const { audit, notifications, users } = foundation
  const appending = withOrderedIds(base)
  const ledger = createLedgerWatch(base)
  const wallet = createWalletService({ ...appending, rejectIfUnsound: ledger.rejectIfUnsound })
  const postChange = createPostChange({ wallet, notifications, users })
  const walletApprovals = createWalletApprovalsService({
    ...appending,
    users,
    notifications,
    audit,
    postChange,
  })
  const walletAdmin = createWalletAdminService({
    ...appending,
    users,
    audit,
    postChange,
    approvals: walletApprovals,
    maxMicro: config.ADMIN_CHANGE_MAX_USD,
    dailyMaxMicro: config.ADMIN_DAILY_MAX_USD,
  })
  const cases = createCasesService(appending)
  const rates = createRatesService({ ...appending, cases, sources: adapters.rates })
  const usage = createUsageService({
    ...appending,
    wallet,
    audit,
    markupMicro: usdToMicro.parse(config.USAGE_MARKUP),
    feeMicro: usdToMicro.parse(config.PLATFORM_FEE_PER_RUN),
    runTimeoutMs: runTimeoutOf(config),
    lowBalanceMicro: config.LOW_BALANCE_USD,
    topUps: {
      minimumMicro: config.TOPUP_MIN_USD,
      maximumMicro: config.TOPUP_MAX_USD,
      vatPercent: config.VAT_PERCENT,
      exchangeFeePercent: config.EXCHANGE_FEE_PERCENT,
    },
    currentRate: rates.current,
  })
  const payments = createPaymentsService({
    ...appending,
    users,
    wallet,
    cases,
    notifications,
    audit,
    rates,
    rejectIfUnsound: ledger.rejectIfUnsound,
    cards: adapters.cards,
    hasLedger: !adapters.fakes.cards,
    terms: {
      minMicro: config.TOPUP_MIN_USD,
      maxMicro: config.TOPUP_MAX_USD,
      feePercent: config.EXCHANGE_FEE_PERCENT,
      vatPercent: config.VAT_PERCENT,
    },
    publicUrl,
    sandbox: config.SANDBOX,
  })
  return {
    ledger,
    wallet,
    walletAdmin,
    walletApprovals,
    movements: createMovementsService(base),
    exportMovements: (userId: string, range: FileRange) => writeMovements(base.store, userId, range),
    cases,
    rates,
    usage,
    payments,
  }
}

/** A hold lasts as long as a run may. */
export function runTimeoutOf(config: Config) {
  return config.RUN_TIMEOUT_SECONDS * 1_000
}
