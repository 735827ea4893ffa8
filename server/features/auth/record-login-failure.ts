import type { RequestOrigin } from '#server/caller.ts'
import type { Store } from '#server/db/store.ts'
import type { AuditService } from '#server/features/audit/audit.service.ts'
import type { AttemptLimits } from './attempt-limits.service.ts'

type Deps = { store: Store; limits: AttemptLimits; audit: Pick<AuditService, 'append'> }

/**
 * One audit entry per account and minute, or per address for an unknown name. The name itself is not recorded: it
 * may be a mistyped password.
 */
export function createLoginFailures({ store, limits, audit }: Deps) {
  return (subjectId: string | null, { address }: RequestOrigin) =>
    store.transaction(async (tx) => {
      if (await limits.isWithin(tx, 'told:login', subjectId ?? address)) {
        const who = { actorId: null, subjectId, address }
        await audit.append(tx, { kind: 'security', action: 'auth.loginFailed', ...who })
      }
    })
}
