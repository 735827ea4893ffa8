import type { Store, Writer } from '#server/db/store.ts'
import type { AuditService } from '#server/features/audit/audit.service.ts'
import type { NewId } from '#server/ids.ts'
import { AppError } from '#shared/errors.ts'
import { microToUsd } from '#shared/money.ts'
import * as ledger from './wallet.repository.ts'
import { hashOf, refuseUnknownUser, type WalletService, walletOf } from './wallet.service.ts'
import type { PostingRow } from './wallet.table.ts'

type Deps = {
  store: Store
  newId: NewId
  wallet: Pick<WalletService, 'post' | 'reverse'>
  audit: Pick<AuditService, 'append'>
  /** The most one action may move, in micro-dollars. */
  maxMicro: number
  /** The most one ADMIN may move in a day of Türkiye. */
  dailyMaxMicro: number
  now: () => Date
}

/** The ADMIN who moves money, under which Idempotency-Key, and from where. */
export type Operator = { adminId: string; key: string | undefined; address: string }
type Change = { userId: string; amountMicro: number; reason?: string | undefined }

/** The specification's bare calls give no reason; the ledger demands one. */
const DAY_MS = 24 * 60 * 60_000
/** Türkiye is three hours ahead of UTC all year. */
const OFFSET_MS = 3 * 60 * 60_000
const STANDARD_REASON = 'Adjusted by an administrator'

/**
 * Changes by an ADMIN (payments-security.md §3.8): capped, reasoned, never below zero. All share one set of idempotency keys per
 * ADMIN, so that a key repeated with another call or for another wallet is a CONFLICT. The audit entry is part of the posting's
 * transaction.
 */
export function createWalletAdminService({
  store,
  newId,
  wallet,
  audit,
  maxMicro,
  dailyMaxMicro,
  now,
}: Deps) {
  /** Adds, or takes away when negative. Throws NOT_FOUND for nobody's wallet, INVALID_INPUT for too much. */
  function credit(operator: Operator, { userId, amountMicro, reason = STANDARD_REASON }: Change) {
    return once(operator, ['credit', userId, amountMicro, reason], async (tx, known) => {
      await findWallet(tx, userId)
      const posting = await move(tx, { userId, amountMicro, reason }, operator, known)
      const details = { amount: microToUsd(amountMicro), reason }
      await record(tx, operator, { action: 'wallet.credit', subjectId: userId, details, posting })
    })
  }

  /** Makes the balance this much. Nothing is posted when it already is. */
  function set(operator: Operator, { userId, amountMicro, reason = STANDARD_REASON }: Change) {
    return once(operator, ['set', userId, amountMicro, reason], async (tx, known) => {
      const account = (await ledger.lockAccount(tx, walletOf(userId))) ?? refuseUnknownUser()
      const difference = amountMicro - (account.creditsMicro - account.debitsMicro)
      if (difference === 0) {
        return
      }
      const posting = await move(tx, { userId, amountMicro: difference, reason }, operator, known)
      const details = { amount: microToUsd(amountMicro), difference: microToUsd(difference), reason }
      await record(tx, operator, { action: 'wallet.set', subjectId: userId, details, posting })
    })
  }

  /** Takes an entry back, whole and once. Gives the user whose wallet it was. */
  function reverse(operator: Operator, { postingId, reason }: { postingId: string; reason: string }) {
    return once(operator, ['reverse', postingId, reason], async (tx, known) => {
      const legs = await ledger.listTransfers(tx, postingId)
      const sum = legs.reduce((total, { amountMicro }) => total + amountMicro, 0)
      refuseAboveCap(sum)
      await refuseAboveDay(tx, operator, sum)
      const posting = await wallet.reverse(tx, { postingId, reason, actor: actorOf(operator), ...known })
      const details = { postingId, reason }
      const subjectId = ownerIn(posting)
      await record(tx, operator, { action: 'wallet.reverse', subjectId, details, posting })
    })
  }

  /** Whose wallet a posting moved. */
  async function ownerOf(postingId: string) {
    const posting = await ledger.findPostingById(store.db, postingId)
    return posting ? ownerIn(posting) : refuseUnknownUser()
  }

  type Known = { reference: string; request: unknown }

  function once(
    { adminId, key }: Operator,
    request: unknown[],
    work: (tx: Writer, known: Known) => Promise<void>,
  ) {
    const reference = `admin:${adminId}:${key ?? newId()}`
    return store.transaction(async (tx) => {
      const earlier = key === undefined ? undefined : await ledger.findReference(tx, reference)
      if (!earlier) {
        return work(tx, { reference, request }).catch(refuseSubtraction)
      }
      if (earlier.requestHash !== hashOf(request)) {
        throw new AppError('CONFLICT', 'This Idempotency-Key was already used for something else.')
      }
    })
  }

  async function move(tx: Writer, { userId, amountMicro, reason }: Change, operator: Operator, known: Known) {
    const magnitude = Math.abs(amountMicro)
    refuseAboveCap(magnitude)
    await refuseAboveDay(tx, operator, magnitude)
    const kind = amountMicro > 0 ? 'credit' : 'debit'
    const actor = { ...actorOf(operator), reason: reason ?? STANDARD_REASON }
    return wallet.post(tx, { kind, userId, amountMicro: magnitude, actor, ...known })
  }

  type Audited = {
    action: string
    subjectId: string
    details: Record<string, unknown>
    posting: PostingRow
  }

  function record(tx: Writer, { adminId, address }: Operator, { posting, ...entry }: Audited) {
    return audit.append(tx, { kind: 'admin', actorId: adminId, address, postingId: posting.id, ...entry })
  }

  function refuseAboveCap(amountMicro: number) {
    if (amountMicro > maxMicro) {
      const most = microToUsd(maxMicro).toLocaleString('en-US')
      throw new AppError('INVALID_INPUT', `At most $${most} can be changed at once.`)
    }
  }

  async function refuseAboveDay(tx: Writer, { adminId }: Operator, amountMicro: number) {
    const since = new Date(Math.floor((now().getTime() + OFFSET_MS) / DAY_MS) * DAY_MS - OFFSET_MS)
    if ((await ledger.sumMovedBy(tx, adminId, since)) + amountMicro > dailyMaxMicro) {
      const most = microToUsd(dailyMaxMicro).toLocaleString('en-US')
      const sentence = `One administrator can change at most $${most} a day (ADMIN_DAILY_MAX_USD). Ask another administrator.`
      throw new AppError('CONFLICT', sentence)
    }
  }

  return { credit, set, reverse, ownerOf }
}

function actorOf({ adminId }: Operator) {
  return { actorKind: 'admin', actorId: adminId } as const
}

function ownerIn({ scope }: PostingRow) {
  return scope.slice(walletOf('').length)
}

async function findWallet(tx: Writer, userId: string) {
  return (await ledger.findAccount(tx, walletOf(userId))) ?? refuseUnknownUser()
}

function refuseSubtraction(cause: unknown): never {
  if (!(cause instanceof AppError) || cause.code !== 'INSUFFICIENT_FUNDS') {
    throw cause
  }
  throw new AppError('INVALID_INPUT', 'User does not have enough balance', { cause })
}

export type WalletAdminService = ReturnType<typeof createWalletAdminService>
