import type { Store } from '../db/store.ts'
import { createApiKeysService } from '../features/api-keys/api-keys.service.ts'
import { createAuditService } from '../features/audit/audit.service.ts'
import { createAttemptLimits } from '../features/auth/attempt-limits.service.ts'
import { listBoundTo } from '../features/flows/flows.repository.ts'
import { createIndexesService } from '../features/indexes/indexes.service.ts'
import { createJobsService } from '../features/jobs/jobs.service.ts'
import { createNotificationsService } from '../features/notifications/notifications.service.ts'
import { createUsersService } from '../features/users/users.service.ts'
import { type NewId, newOrderedId } from '../ids.ts'

/** What every service that writes is given. */
export type Base = { store: Store; newId: NewId; now: () => Date }

/** For tables that grow at their end: ids in the order of time keep their indexes small. */
export function withOrderedIds(base: Base): Base {
  return { ...base, newId: newOrderedId }
}

export type Foundation = ReturnType<typeof createFoundation>

/** Services that depend on the database alone and that all others may use. */
export function createFoundation(base: Base) {
  const audit = createAuditService(withOrderedIds(base))
  return {
    audit,
    notifications: createNotificationsService(withOrderedIds(base)),
    users: createUsersService(base),
    limits: createAttemptLimits(base),
    jobs: createJobsService(withOrderedIds(base)),
    indexes: createIndexesService(base),
    apiKeys: createApiKeysService({ ...base, audit, listBoundTo }),
  }
}
