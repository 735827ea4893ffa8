import type { Caller, RequestOrigin } from '#server/caller.ts'
import type { Store } from '#server/db/store.ts'
import type { AuditService } from '#server/features/audit/audit.service.ts'
import type { UsersService } from '#server/features/users/users.service.ts'
import { AppError } from '#shared/errors.ts'
import * as rows from './auth.repository.ts'
import type { SessionsService } from './sessions.service.ts'

/** Product spec: an impersonation ends after 30 minutes and cannot be extended. */
const IMPERSONATION_MS = 30 * 60_000
/** Product spec: the call may omit the reason. */
const STANDARD_REASON = 'View As, no reason given'

type Deps = {
  store: Store
  users: Pick<UsersService, 'get'>
  sessions: Pick<SessionsService, 'open'>
  audit: Pick<AuditService, 'append'>
}
type Request = { userId: string; reason?: string | undefined }

/** Impersonation of users by ADMINs. The policy table lists what it does not permit. */
export function createImpersonationService({ store, users, sessions, audit }: Deps) {
  /** Throws FORBIDDEN for the caller's own account, for another ADMIN, and during an impersonation. */
  function start(caller: Caller, { userId, reason }: Request, origin: RequestOrigin) {
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

  /** Throws CONFLICT for a session that is not an impersonation. */
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

  return { start, end }
}

function reject(isSo: boolean, sentence: string) {
  if (isSo) {
    throw new AppError('FORBIDDEN', sentence)
  }
}

export type ImpersonationService = ReturnType<typeof createImpersonationService>
