import type { Writer } from '#server/db/store.ts'
import type { NotificationsService } from '#server/features/notifications/notifications.service.ts'
import type { UsersService } from '#server/features/users/users.service.ts'
import { AppError } from '#shared/errors.ts'
import { microToUsd } from '#shared/money.ts'
import type { WalletApproval } from '#shared/wallet-approvals.ts'
import type { WalletService } from './wallet.service.ts'

type Deps = {
  wallet: Pick<WalletService, 'post' | 'reverse'>
  notifications: Pick<NotificationsService, 'notifyIn'>
  users: Pick<UsersService, 'get' | 'listAdmins'>
}

/** A manual change of a wallet. `amountMicro` is the effect on the balance, also for `set` and `reversal`. */
export type WalletChange = {
  kind: WalletApproval['kind']
  userId: string
  amountMicro: number
  reason: string
  reverses: string | null
}

/** The ADMIN named by the posting, its unique reference, and the request it belongs to. */
type Posted = { adminId: string; reference: string; request: unknown }

export const WALLET_MANAGEMENT = '/app/wallet-management'

/**
 * Posts a change and notifies every ADMIN when the wallet is an ADMIN's. Runs in the caller's transaction, which
 * has locked the users and writes the audit entry. Throws NOT_FOUND for a removed user, INVALID_INPUT when the
 * balance does not allow it.
 */
export function createPostChange({ wallet, notifications, users }: Deps) {
  return async (tx: Writer, change: WalletChange, posted: Posted) => {
    const owner = await users.get(tx, change.userId)
    const posting = await post(tx, change, posted).catch(rejectSubtraction)
    if (owner.role === 'ADMIN') {
      const { username: by } = await users.get(tx, posted.adminId)
      const params = {
        by,
        user: owner.username,
        amount: microToUsd(change.amountMicro),
        reason: change.reason,
      }
      for (const { id: userId } of await users.listAdmins(tx)) {
        const [kind, cause] = ['admin_wallet_changed' as const, posting.id]
        await notifications.notifyIn(tx, { userId, kind, cause, params, link: WALLET_MANAGEMENT })
      }
    }
    return posting
  }

  function post(tx: Writer, change: WalletChange, { adminId, reference, request }: Posted) {
    const { userId, amountMicro, reason, reverses } = change
    const actor = { actorKind: 'admin', actorId: adminId } as const
    if (reverses !== null) {
      return wallet.reverse(tx, { postingId: reverses, reason, actor, reference, request })
    }
    const kind = amountMicro > 0 ? 'credit' : 'debit'
    const movement = { kind, userId, amountMicro: Math.abs(amountMicro), reference, request } as const
    return wallet.post(tx, { ...movement, actor: { ...actor, reason } })
  }
}

function rejectSubtraction(cause: unknown): never {
  if (!(cause instanceof AppError && cause.code === 'INSUFFICIENT_FUNDS')) {
    throw cause
  }
  rejectShortBalance(cause)
}

export function rejectShortBalance(cause?: unknown): never {
  throw new AppError('INVALID_INPUT', 'User does not have enough balance', { cause })
}

export type PostChange = ReturnType<typeof createPostChange>
