import type { Store, Writer } from '#server/db/store.ts'
import type { AuditService } from '#server/features/audit/audit.service.ts'
import type { UsersService } from '#server/features/users/users.service.ts'
import type { NewId } from '#server/ids.ts'
import { AppError } from '#shared/errors.ts'
import { microToUsd, usdText } from '#shared/money.ts'
import { type PostChange, rejectShortBalance, type WalletChange } from './post-change.ts'
import * as ledger from './wallet.repository.ts'
import {
  hashOf,
  rejectReversal,
  rejectUnknownPosting,
  rejectUnknownUser,
  walletOf,
} from './wallet.service.ts'
import type { PostingRow } from './wallet.table.ts'
import { rejectUnapproved, type WalletApprovalsService } from './wallet-approvals.service.ts'

type Deps = {
  store: Store
  newId: NewId
  users: Pick<UsersService, 'lock'>
  audit: Pick<AuditService, 'append'>
  postChange: PostChange
  approvals: Pick<WalletApprovalsService, 'request' | 'find' | 'rejectUndone'>
  /** Maximum of one action, in micro-dollars. */
  maxMicro: number
  /** Maximum that one ADMIN may move in a day (Türkiye time) without a second ADMIN. */
  dailyMaxMicro: number
  now: () => Date
}

export type Operator = { adminId: string; key: string | undefined; address: string }
type Amount = { userId: string; amountMicro: number; reason?: string | undefined }
type Planned = { action: string; change: WalletChange; details: Record<string, unknown> }

const DAY_MS = 24 * 60 * 60_000
/** Türkiye is three hours ahead of UTC all year. */
const OFFSET_MS = 3 * 60 * 60_000
/** The API of the product specification has no reason, but the ledger requires one. */
const STANDARD_REASON = 'Adjusted by an administrator'

/**
 * Changes by an ADMIN: capped, with a reason, never below zero, and above the daily maximum only with a second
 * ADMIN. Idempotency keys are shared per ADMIN, so that a key repeated with another call or for another wallet is
 * a CONFLICT. The audit entry is part of the posting's transaction.
 */
export function createWalletAdminService(deps: Deps) {
  const { store, newId, users, audit, postChange, approvals, maxMicro, dailyMaxMicro, now } = deps

  /**
   * Adds the amount, or deducts it when negative. Throws NOT_FOUND for an unknown wallet, INVALID_INPUT for an
   * amount too large.
   */
  function credit(operator: Operator, { userId, amountMicro, reason = STANDARD_REASON }: Amount) {
    return once(operator, userId, ['credit', userId, amountMicro, reason], async () => ({
      action: 'wallet.credit',
      change: { kind: amountMicro > 0 ? 'credit' : 'debit', userId, amountMicro, reason, reverses: null },
      details: { amount: microToUsd(amountMicro), reason },
    }))
  }

  /** Sets the balance. Posts nothing when it already has this value. */
  function set(operator: Operator, { userId, amountMicro, reason = STANDARD_REASON }: Amount) {
    return once(operator, userId, ['set', userId, amountMicro, reason], async (tx) => {
      const account = (await ledger.lockAccount(tx, walletOf(userId))) ?? rejectUnknownUser()
      const difference = amountMicro - (account.creditsMicro - account.debitsMicro)
      return {
        action: 'wallet.set',
        change: { kind: 'set', userId, amountMicro: difference, reason, reverses: null },
        details: { amount: microToUsd(amountMicro), difference: microToUsd(difference), reason },
      }
    })
  }

  /** Reverses a whole entry, once. */
  async function reverse(operator: Operator, { postingId, reason }: { postingId: string; reason: string }) {
    const posting = (await ledger.findPostingById(store.db, postingId)) ?? rejectUnknownPosting()
    const userId = ownerIn(posting)
    return once(operator, userId, ['reverse', postingId, reason], async (tx) => {
      rejectReversal(posting)
      const legs = await ledger.listTransfers(tx, postingId)
      const wallet = walletOf(userId)
      const amountMicro = legs.reduce((sum, { debitAccount, creditAccount, amountMicro: micro }) => {
        return sum + (debitAccount === wallet ? micro : 0) - (creditAccount === wallet ? micro : 0)
      }, 0)
      return {
        action: 'wallet.reverse',
        change: { kind: 'reversal', userId, amountMicro, reason, reverses: postingId },
        details: { postingId, reason },
      }
    })
  }

  async function ownerOf(postingId: string) {
    const posting = await ledger.findPostingById(store.db, postingId)
    return posting ? ownerIn(posting) : rejectUnknownPosting()
  }

  type Plan = (tx: Writer) => Promise<Planned>

  /** Throws NEEDS_APPROVAL after its commit, because the pending approval is stored. */
  async function once(operator: Operator, userId: string, request: unknown[], plan: Plan) {
    const { adminId, key } = operator
    const reference = `admin:${adminId}:${key ?? newId()}`
    const waiting = await store.transaction(async (tx) => {
      // Concurrent changes by one ADMIN are serialised here, so each sees the day's sum of those before.
      await users.lock(tx, [adminId, userId])
      if (key !== undefined && (await isDone(tx, reference, request))) {
        return undefined
      }
      await findWallet(tx, userId)
      const planned = await plan(tx)
      return planned.change.amountMicro === 0
        ? undefined
        : carryOut(tx, operator, reference, request, planned)
    })
    if (waiting) {
      rejectUnapproved(waiting.id)
    }
  }

  async function isDone(tx: Writer, reference: string, request: unknown[]) {
    const approval = await approvals.find(tx, reference)
    const earlier = approval ?? (await ledger.findReference(tx, reference))
    if (earlier && earlier.requestHash !== hashOf(request)) {
      throw new AppError('CONFLICT', 'This Idempotency-Key was already used for something else.')
    }
    if (approval) {
      approvals.rejectUndone(approval)
    }
    return earlier !== undefined
  }

  /** Posts a change within the daily limit; otherwise returns the pending approval. */
  async function carryOut(
    tx: Writer,
    { adminId, address }: Operator,
    reference: string,
    request: unknown[],
    { action, change, details }: Planned,
  ) {
    rejectAboveCap(Math.abs(change.amountMicro))
    if (await isAboveDay(tx, adminId, Math.abs(change.amountMicro))) {
      await rejectImpossible(tx, change)
      return approvals.request(tx, change, { adminId, address, reference, requestHash: hashOf(request) })
    }
    const { id: postingId } = await postChange(tx, change, { adminId, reference, request })
    const entry = { kind: 'admin', action, actorId: adminId, subjectId: change.userId } as const
    await audit.append(tx, { ...entry, details, address, postingId })
  }

  async function rejectImpossible(tx: Writer, { userId, amountMicro, reverses }: WalletChange) {
    const { creditsMicro, debitsMicro, heldMicro } = await findWallet(tx, userId)
    if (reverses !== null && (await ledger.isReversed(tx, reverses))) {
      throw new AppError('CONFLICT', 'This entry is already reversed.')
    }
    if (creditsMicro - debitsMicro - heldMicro + amountMicro < 0) {
      rejectShortBalance()
    }
  }

  function rejectAboveCap(amountMicro: number) {
    if (amountMicro > maxMicro) {
      throw new AppError('INVALID_INPUT', `You can change at most $${usdText(maxMicro)} at once.`)
    }
  }

  async function isAboveDay(tx: Writer, adminId: string, amountMicro: number) {
    const since = new Date(Math.floor((now().getTime() + OFFSET_MS) / DAY_MS) * DAY_MS - OFFSET_MS)
    return (await ledger.sumMovedBy(tx, adminId, since)) + amountMicro > dailyMaxMicro
  }

  return { credit, set, reverse, ownerOf }
}

function ownerIn({ scope }: PostingRow) {
  return scope.slice(walletOf('').length)
}

async function findWallet(tx: Writer, userId: string) {
  return (await ledger.findAccount(tx, walletOf(userId))) ?? rejectUnknownUser()
}
