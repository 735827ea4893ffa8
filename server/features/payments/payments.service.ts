import type { z } from 'zod'
import type { Store } from '#server/db/store.ts'
import type { AuditService } from '#server/features/audit/audit.service.ts'
import type { NotificationsService } from '#server/features/notifications/notifications.service.ts'
import type { RatesService } from '#server/features/rates/rates.service.ts'
import type { UsersService } from '#server/features/users/users.service.ts'
import type { WalletService } from '#server/features/wallet/wallet.service.ts'
import type { Operator } from '#server/features/wallet/wallet-admin.service.ts'
import type { NewId } from '#server/ids.ts'
import type { CardPort } from '#server/ports/cards.ts'
import { AppError } from '#shared/errors.ts'
import type { closeCaseInput, createPaymentInput, pageInput, refundInput } from '#shared/payments.ts'
import type { CasesService } from './cases.service.ts'
import * as rows from './payments.repository.ts'
import type { PaymentOrderRow } from './payments.table.ts'
import { createQuoting, type Terms } from './quoting.ts'
import { createReconciler } from './reconcile.ts'
import { createRefunding } from './refunding.ts'
import { listRefundsOf } from './refunds.repository.ts'
import { createReporting } from './report.ts'
import { createSettlement } from './settlement.ts'
import { cursorAfter, readCursor, showPayment, showRefundable } from './show-payment.ts'
import { type Asking, createStarting } from './start-payment.ts'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  users: Pick<UsersService, 'get' | 'lock'>
  wallet: Pick<WalletService, 'get' | 'post' | 'reverse'>
  cases: CasesService
  notifications: Pick<NotificationsService, 'notifyIn'>
  audit: Pick<AuditService, 'append'>
  rates: Pick<RatesService, 'current' | 'accept'>
  /** Throws UNAVAILABLE while the ledger check fails. */
  rejectIfUnsound(): void
  /** Undefined when card payments are not available. */
  cards: CardPort | undefined
  /** Whether the provider persists payments across restarts; the sandbox service does not. */
  hasLedger: boolean
  terms: Terms
  publicUrl: () => string
  sandbox: boolean
}

type Page = z.output<typeof pageInput>

/** Top-ups by card, from the price to the receipt. Money moves in one transaction with the wallet. */
export function createPaymentsService(deps: Deps) {
  const { store, now, wallet, cases, audit, rates, rejectIfUnsound, cards: provider, terms, hasLedger } = deps
  const cards = () => provider ?? rejectWithoutCards()
  const quoting = createQuoting({ rates, terms })
  const starting = createStarting({ ...deps, cards, quoting })
  const settlement = createSettlement(deps)
  const refunding = createRefunding({ ...deps, cards })
  const { reconcile, recheck: askAgain } = createReconciler({
    store,
    now,
    cards: provider,
    settlement,
    refunding,
  })
  const { compareYesterday } = createReporting({ ...deps, cards: hasLedger ? provider : undefined })

  async function preview(usdMicro: number) {
    return quoting.show(await quoting.quote(usdMicro))
  }

  async function create(userId: string, input: z.output<typeof createPaymentInput>, asking: Asking) {
    rejectIfUnsound()
    cards()
    quoting.rejectOutOfBounds(input.amount)
    return starting.start(userId, input, asking)
  }

  /**
   * Handles the provider's notification. Once resolved it is durable and may be answered `OK`. Throws
   * INVALID_INPUT for an unsigned one.
   */
  async function receive(text: string) {
    const { oid, status, kurus, isTest, failure, body } = cards().readNotification(text)
    rejectIfUnsound()
    return store.transaction(async (tx) => {
      const verdict = status === 'failed' ? { status, failure } : { status: 'paid' as const, kurus, isTest }
      const outcome = await settlement.settle(tx, oid, verdict)
      const received = { id: deps.newId(), oid, body, outcome, createdDate: now() }
      await rows.insertNotification(tx, received)
      return { oid, outcome }
    })
  }

  /** Throws NOT_FOUND also for an order of another user. */
  async function get(userId: string, id: string) {
    const order = await rows.findOrder(store.db, id)
    return order?.userId === userId ? withRefunds(order) : rejectUnknown()
  }

  async function list(userId: string, { cursor, limit }: Page) {
    const found = await rows.listOrdersOf(store.db, userId, readCursor(cursor), limit + 1)
    const page = found.slice(0, limit)
    const refunds = await listRefundsOf(
      store.db,
      page.map(({ id }) => id),
    )
    return { items: page.map((order) => showPayment(order, refunds)), nextCursor: cursorAfter(found, limit) }
  }

  async function all({ cursor, limit }: Page) {
    const found = await rows.listAllOrders(store.db, readCursor(cursor), limit + 1)
    const items = await withOwners(found.slice(0, limit))
    return {
      items,
      nextCursor: cursorAfter(
        found.map(({ order }) => order),
        limit,
      ),
    }
  }

  async function refund(operator: Operator, input: z.output<typeof refundInput>) {
    rejectIfUnsound()
    await refunding.refund(operator, input)
    return getAny(input.orderId)
  }

  /** Queries the provider now. Returns the updated payment. */
  async function recheck(id: string) {
    const order = (await rows.findOrder(store.db, id)) ?? rejectUnknown()
    await askAgain(cards(), order)
    return getAny(id)
  }

  async function closeCase(
    { adminId, address }: Omit<Operator, 'key'>,
    { id, note, accept }: z.output<typeof closeCaseInput>,
  ) {
    const { kind, details } = await cases.get(id)
    if (accept && kind !== 'rate') {
      throw new AppError('INVALID_INPUT', 'Only a rate can be accepted.')
    }
    return store.transaction(async (tx) => {
      const closed = await cases.close(tx, id, { by: adminId, note })
      await (accept && rates.accept(tx, details, adminId))
      const entry = { kind: 'admin', action: 'payment.closeCase', actorId: adminId, address } as const
      await audit.append(tx, { ...entry, details: { id, note, accept } })
      return closed
    })
  }

  async function getAny(id: string) {
    const found = await rows.findOrderWithUser(store.db, id)
    const [shown] = await withOwners(found ? [found] : [])
    return shown ?? rejectUnknown()
  }

  async function withRefunds(order: PaymentOrderRow) {
    return showPayment(order, await listRefundsOf(store.db, [order.id]))
  }

  async function withOwners(found: { order: PaymentOrderRow; username: string }[]) {
    const refunds = await listRefundsOf(
      store.db,
      found.map(({ order }) => order.id),
    )
    const owners = [...new Set(found.map(({ order }) => order.userId))]
    const wallets = await Promise.all(owners.map((userId) => wallet.get(userId)))
    const available = new Map(wallets.map((each) => [each.userId, each.available]))
    return found.map(({ order, username }) => ({
      ...showPayment(order, refunds),
      userId: order.userId,
      username,
      refundableUsd: showRefundable(order, available.get(order.userId) ?? 0),
    }))
  }

  const { exchangeRate } = quoting
  return {
    exchangeRate,
    preview,
    create,
    receive,
    get,
    list,
    all,
    refund,
    recheck,
    closeCase,
    reconcile,
    compareYesterday,
  }
}

function rejectWithoutCards(): never {
  throw new AppError('UNAVAILABLE', 'Card payments are not set up on this server.')
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This payment does not exist.')
}
