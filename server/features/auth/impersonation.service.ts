import type { Caller, RequestOrigin } from '#server/caller.ts'
import type { Store } from '#server/db/store.ts'
import type { AuditService } from '#server/features/audit/audit.service.ts'
import type { UsersService } from '#server/features/users/users.service.ts'
import { AppError } from '#shared/errors.ts'
import * as rows from './auth.repository.ts'
import type { SessionsService } from './sessions.service.ts'

/** product.md §3. Nothing prolongs it. */
export const IMPERSONATION_MS = 30 * 60_000
/** The specification's bare call gives none. */
const STANDARD_REASON = 'View As, no reason given'

type Deps = {
  store: Store
  users: Pick<UsersService, 'get'>
  sessions: Pick<SessionsService, 'open'>
  audit: Pick<AuditService, 'append'>
}
type Request = { userId: string; reason?: string | undefined }

/** Looking through a user's eyes: what may not be done meanwhile says the policy table. */
export function createImpersonationService({ store, users, sessions, audit }: Deps) {
  /** Throws FORBIDDEN for oneself, for another ADMIN, and from within. */
  function begin(caller: Caller, { userId, reason }: Request, origin: RequestOrigin) {
    const why = reason || STANDARD_REASON
    return store.transaction(async (tx) => {
      const user = await users.get(tx, userId)
      reject(caller.id === userId, 'You cannot view as yourself.')
      reject(user.role === 'ADMIN', 'You cannot view as another administrator.')
      reject(caller.impersonatorId !== null, 'You are viewing as somebody else already.')
      const impersonator = { id: caller.id, reason: why }
      const token = await sessions.open(tx, { userId, origin, impersonator, lifeMs: IMPERSONATION_MS })
      await audit.append(tx, {
        kind: 'security',
        action: 'auth.impersonate',
        actorId: caller.id,
        onBehalfOf: userId,
        subjectId: userId,
        details: { reason: why },
        address: origin.address,
      })
      return { user, token }
    })
  }

  /** Throws CONFLICT for a session that is its user's own. */
  async function end({ id, sessionId, impersonatorId }: Caller, { address }: RequestOrigin) {
    if (!sessionId || !impersonatorId) {
      throw new AppError('CONFLICT', 'You are not viewing as anybody.')
    }
    await store.transaction(async (tx) => {
      await rows.deleteSession(tx, sessionId)
      const who = { actorId: impersonatorId, onBehalfOf: id, subjectId: id, address }
      await audit.append(tx, { kind: 'security', action: 'auth.endImpersonation', ...who })
    })
  }

  return { begin, end }
}

function reject(isSo: boolean, sentence: string) {
  if (isSo) {
    throw new AppError('FORBIDDEN', sentence)
  }
}

export type ImpersonationService = ReturnType<typeof createImpersonationService>
