import type { Caller, RequestOrigin } from '#server/caller.ts'
import type { Store, Writer } from '#server/db/store.ts'
import type { AuditService } from '#server/features/audit/audit.service.ts'
import type { SessionsService } from '#server/features/auth/sessions.service.ts'
import type { RunsService } from '#server/features/runs/runs.service.ts'
import type { WalletService } from '#server/features/wallet/wallet.service.ts'
import { AppError } from '#shared/errors.ts'
import { microToUsd } from '#shared/money.ts'
import * as removal from './removal.repository.ts'
import { rejectFormer, rejectLast, rejectSelf } from './user-admin.service.ts'
import * as rows from './users.repository.ts'
import type { UsersService } from './users.service.ts'
import type { UserRow } from './users.table.ts'

const SETTLE_MS = 5_000
const LOOK_EVERY_MS = 25
/** A card payment may complete shortly after its page has expired. */
const PAYMENT_MARGIN_MS = 10 * 60_000

/** Not a hash, so no password matches. */
const NO_PASSWORD = '!'

type Deps = {
  store: Store
  now: () => Date
  users: Pick<UsersService, 'get'>
  sessions: Pick<SessionsService, 'endAll'>
  wallet: Pick<WalletService, 'post' | 'balanceOf'>
  runs: Pick<RunsService, 'stop'>
  audit: Pick<AuditService, 'append'>
  files: { removeAll(flowId: string): Promise<void> }
  search: { forget(userId: string): void }
  /** Document stores and pools, with their indexes and jobs. */
  knowledge: {
    stop(userId: string): Promise<void>
    /** Returns what deletes files, to be called after the commit. */
    remove(tx: Writer, userId: string): Promise<() => Promise<void>>
  }
}

/** Removes an account with all its data. Its row and ledger stay, anonymised, because they explain charges. */
export function createUserRemovalService(deps: Deps) {
  const { store, now, users, sessions, wallet, runs, audit, files, search, knowledge } = deps

  /**
   * One transaction. Throws FORBIDDEN for the caller's own account, and CONFLICT for the last ADMIN, while a
   * running answer holds money, and while a card payment is open.
   */
  async function remove(caller: Caller, id: string, { address }: RequestOrigin) {
    rejectSelf(caller, id)
    await users.get(store.db, id)
    await knowledge.stop(id)
    await settle(id)
    const removeParts = await store.transaction(async (tx) => {
      const admins = await rows.lockAdmins(tx, id)
      const user = await users.get(tx, id)
      rejectLast(admins, id)
      rejectFormer(admins, caller)
      await rejectOpenPayment(tx, id)
      const closing = await closeWallet(tx, caller, id)
      await removeRecords(tx, caller, user)
      const removeParts = await knowledge.remove(tx, id)
      await scrub(tx, id)
      await audit.append(tx, {
        kind: 'admin',
        action: 'users.remove',
        actorId: caller.id,
        subjectId: id,
        details: { username: user.username, role: user.role, balance: microToUsd(closing.amountMicro) },
        address,
        postingId: closing.postingId,
      })
      return removeParts
    })
    await removeFiles(id)
    await removeParts()
  }

  /** After the commit only: deleted files cannot be rolled back. */
  async function removeFiles(id: string) {
    for (const flowId of await removal.listFlowsOf(store.db, id)) {
      await files.removeAll(flowId)
    }
    search.forget(id)
  }

  /** Stops runs of this process and waits until every hold, here or elsewhere, is charged or released. */
  async function settle(id: string) {
    for (const runId of await removal.listRunningOf(store.db, id)) {
      // A run that has ended in the meantime is fine.
      await runs.stop(id, runId).catch(() => undefined)
    }
    const end = performance.now() + SETTLE_MS
    while ((await isHeld(id)) && performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
  }

  async function isHeld(id: string) {
    const { balanceMicro, availableMicro } = await wallet.balanceOf(id)
    return balanceMicro !== availableMicro
  }

  /** A pending payment would find no wallet. A page that is never completed expires. */
  async function rejectOpenPayment(tx: Writer, userId: string) {
    if (await removal.hasOpenPayment(tx, userId, new Date(now().getTime() - PAYMENT_MARGIN_MS))) {
      const sentence =
        'This user has a card payment in progress. Try again when it has been paid or has expired, after 40 minutes at most.'
      throw new AppError('CONFLICT', sentence)
    }
  }

  /** Returns the remaining balance and the posting that removed it. */
  async function closeWallet(tx: Writer, caller: Caller, userId: string) {
    const { heldMicro = 0, creditsMicro = 0, debitsMicro = 0 } = (await removal.lockWallet(tx, userId)) ?? {}
    if (heldMicro > 0) {
      const sentence = 'An answer of this user is still being written. Please try again in a minute.'
      throw new AppError('CONFLICT', sentence)
    }
    const amountMicro = creditsMicro - debitsMicro
    if (amountMicro === 0) {
      return { amountMicro, postingId: null }
    }
    const actor = { actorKind: 'admin', actorId: caller.id, reason: 'Account closed' } as const
    const reference = 'account:closed'
    const { id } = await wallet.post(tx, { kind: 'debit', userId, reference, amountMicro, actor })
    return { amountMicro, postingId: id }
  }

  async function removeRecords(tx: Writer, caller: Caller, { id, role }: UserRow) {
    await removal.closeFlowsOf(tx, id, now())
    await (role === 'ADMIN' ? removal.transferTools(tx, id, caller.id) : removal.deleteToolsOf(tx, id))
    await removal.deleteRecordsOf(tx, id)
    await sessions.endAll(tx, id)
  }

  async function scrub(tx: Writer, id: string) {
    const date = now()
    const name = `removed-${id}`
    const email = `${name}@removed.invalid`
    await rows.updateUser(tx, id, {
      username: name,
      usernameKey: name,
      email,
      emailKey: email,
      passwordHash: NO_PASSWORD,
      role: 'USER',
      avatarUrl: null,
      lastSeenDate: null,
      removedDate: date,
      updatedDate: date,
    })
  }

  return { remove }
}
