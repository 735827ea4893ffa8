import type { Store, Writer } from '#server/db/store.ts'
import type { AuditService } from '#server/features/audit/audit.service.ts'
import type { NotificationsService } from '#server/features/notifications/notifications.service.ts'
import type { UsersService } from '#server/features/users/users.service.ts'
import type { NewId } from '#server/ids.ts'
import { AppError } from '#shared/errors.ts'
import { microToUsd } from '#shared/money.ts'
import type { NotificationKind } from '#shared/notifications.ts'
import { type PostChange, WALLET_MANAGEMENT, type WalletChange } from './post-change.ts'
import { APPROVED } from './wallet.repository.ts'
import * as rows from './wallet-approvals.repository.ts'
import type { WalletApprovalRow } from './wallet-approvals.table.ts'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  users: Pick<UsersService, 'listAdmins' | 'listNames' | 'lockAdmins'>
  notifications: Pick<NotificationsService, 'notifyIn'>
  audit: Pick<AuditService, 'append'>
  postChange: PostChange
}

type Admin = { adminId: string; address: string }
type Request = Admin & { reference: string; requestHash: string }

const LIFETIME_MS = 7 * 24 * 60 * 60_000

/** Wallet changes that need a second ADMIN: nothing is posted until another ADMIN approves. */
export function createWalletApprovalsService(deps: Deps) {
  const { store, newId, now, users, notifications, audit, postChange } = deps

  /** Stores a change and notifies the other ADMINs. Throws CONFLICT when there is no other ADMIN. */
  async function request(tx: Writer, change: WalletChange, { adminId, address, ...named }: Request) {
    const others = (await users.listAdmins(tx)).filter(({ id }) => id !== adminId)
    if (others.length === 0) {
      const sentence =
        'This is more than one administrator may change in a day (ADMIN_DAILY_MAX_USD), and there is no other administrator to approve it.'
      throw new AppError('CONFLICT', sentence)
    }
    const open = { state: 'pending', decidedBy: null, decidedDate: null, createdDate: now() } as const
    const row = { id: newId(), askedBy: adminId, ...change, ...named, ...open }
    await rows.insertApproval(tx, row)
    const to = others.map(({ id }) => id)
    const names = await notify(tx, row, { kind: 'wallet_change_requested', to, by: adminId })
    await record(tx, row, { action: 'request', adminId, address, names })
    return row
  }

  function find(tx: Writer, reference: string) {
    return rows.findApprovalOf(tx, reference)
  }

  async function list(callerId: string) {
    const pending = await rows.listPending(store.db, oldest())
    const names = await namesOf(
      store.db,
      pending.flatMap(({ askedBy, userId }) => [askedBy, userId]),
    )
    return pending.map(({ id, kind, askedBy, userId, amountMicro, reason, createdDate }) => ({
      id,
      kind,
      askedBy: names(askedBy),
      isOwn: askedBy === callerId,
      userId,
      username: names(userId),
      amount: microToUsd(amountMicro),
      reason,
      createdDate,
      expiresDate: new Date(createdDate.getTime() + LIFETIME_MS),
    }))
  }

  /**
   * Posts the change as requested; `set` uses the difference at that time. Throws FORBIDDEN for the ADMIN who
   * requested it, CONFLICT when it is no longer pending, INVALID_INPUT when the balance no longer allows it: then
   * it stays pending.
   */
  function approve(admin: Admin, id: string) {
    return store.transaction(async (tx) => {
      const row = await decide(tx, admin, id, 'approved')
      const posted = { adminId: row.askedBy, reference: `${APPROVED}${id}`, request: [id] }
      const { id: postingId } = await postChange(tx, row, posted)
      const by = admin.adminId
      const names = await notify(tx, row, { kind: 'wallet_change_approved', to: [row.askedBy], by })
      await record(tx, row, { action: 'approve', ...admin, names, postingId })
      return { id, state: 'approved' as const }
    })
  }

  function reject(admin: Admin, id: string) {
    return store.transaction(async (tx) => {
      const row = await decide(tx, admin, id, 'rejected')
      const by = admin.adminId
      const names = await notify(tx, row, { kind: 'wallet_change_rejected', to: [row.askedBy], by })
      await record(tx, row, { action: 'reject', ...admin, names })
      return { id, state: 'rejected' as const }
    })
  }

  async function decide(tx: Writer, { adminId }: Admin, id: string, state: 'approved' | 'rejected') {
    const { askedBy, userId } = (await rows.findApproval(tx, id)) ?? rejectUnknown()
    const admins = await users.lockAdmins(tx, userId)
    if (askedBy === adminId || !admins.includes(adminId)) {
      throw new AppError('FORBIDDEN', 'Another administrator must decide about this change.')
    }
    if (state === 'approved' && !admins.includes(askedBy)) {
      const sentence = 'Whoever asked for this change is no longer an administrator. Reject it.'
      throw new AppError('CONFLICT', sentence)
    }
    const decision = { state, decidedBy: adminId, decidedDate: now() }
    return (await rows.decideApproval(tx, id, decision, oldest())) ?? rejectDecided()
  }

  type News = { kind: NotificationKind; to: string[]; by: string }

  async function notify(tx: Writer, row: WalletApprovalRow, { kind, to, by }: News) {
    const names = await namesOf(tx, [row.askedBy, row.userId, by])
    const amount = microToUsd(row.amountMicro)
    const params = { by: names(by), user: names(row.userId), amount, reason: row.reason }
    for (const userId of to) {
      await notifications.notifyIn(tx, { userId, kind, cause: row.id, params, link: WALLET_MANAGEMENT })
    }
    return names
  }

  type Step = Admin & { action: string; names: (id: string) => string; postingId?: string }

  /** The audit entry names both ADMINs: the approver as actor, the requester in the details. */
  async function record(
    tx: Writer,
    row: WalletApprovalRow,
    { action, adminId, address, names, postingId }: Step,
  ) {
    const { id: approvalId, kind, amountMicro, reason, askedBy, userId: subjectId, reverses, decidedBy } = row
    const details = {
      approvalId,
      kind,
      amount: microToUsd(amountMicro),
      reason,
      ...(reverses !== null && { postingId: reverses }),
      ...(decidedBy !== null && { askedBy: names(askedBy), decidedBy: names(decidedBy) }),
    }
    const entry = { action: `wallet.approvals.${action}`, actorId: adminId, subjectId, details, address }
    await audit.append(tx, { kind: 'admin', ...entry, ...(postingId !== undefined && { postingId }) })
  }

  async function namesOf(db: Writer | Store['db'], ids: string[]) {
    const names = new Map((await users.listNames(db, ids)).map(({ id, username }) => [id, username]))
    return (id: string) => names.get(id) ?? id
  }

  /**
   * A repeated request reports the state of the first. Returns only when that one was approved, and therefore
   * posted.
   */
  function rejectUndone({ id, state, createdDate }: WalletApprovalRow) {
    if (state === 'pending' && createdDate > oldest()) {
      rejectUnapproved(id)
    }
    if (state !== 'approved') {
      const sentence =
        state === 'rejected'
          ? 'Another administrator rejected this change.'
          : 'This change has expired without an approval.'
      throw new AppError('CONFLICT', sentence)
    }
  }

  function oldest() {
    return new Date(now().getTime() - LIFETIME_MS)
  }

  return { request, find, rejectUndone, list, approve, reject }
}

export function rejectUnapproved(approvalId: string): never {
  const sentence =
    'Another administrator must approve this change: it is above what one may change in a day (ADMIN_DAILY_MAX_USD). Nothing has been posted yet.'
  throw new AppError('NEEDS_APPROVAL', sentence, { details: { approvalId } })
}

function rejectDecided(): never {
  throw new AppError('CONFLICT', 'This change has been decided or has expired.')
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This change does not exist.')
}

export type WalletApprovalsService = ReturnType<typeof createWalletApprovalsService>
