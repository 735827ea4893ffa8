import type { Store } from '#server/db/store.ts'
import type { AuditService } from '#server/features/audit/audit.service.ts'
import type { NotificationsService } from '#server/features/notifications/notifications.service.ts'
import type { UsersService } from '#server/features/users/users.service.ts'
import type { NewId } from '#server/ids.ts'
import type { AttemptLimits } from '../attempt-limits.service.ts'
import type { KnownNetworks } from '../known-networks.ts'
import type { SessionsService } from '../sessions.service.ts'
import { createChallenges } from './challenges.ts'
import { createPasskeysService } from './passkeys.service.ts'
import { createProofsService } from './proofs.service.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { createSecondFactorService } from './second-factor.service.ts'
import { createSecondSignInService } from './sign-in.service.ts'
import { createTotpService, type Sealer } from './totp.service.ts'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  secret: Buffer
  sealer: Sealer
  publicUrl: string | undefined
  users: UsersService
  sessions: SessionsService
  notifications: Pick<NotificationsService, 'notifyIn'>
  audit: Pick<AuditService, 'append'>
  limits: AttemptLimits
  networks: Pick<KnownNetworks, 'remember'>
}

export function createSecondFactor(deps: Deps) {
  const challenges = createChallenges(deps)
  const totp = createTotpService(deps)
  const passkeys = createPasskeysService({ ...deps, challenges })
  const codes = createRecoveryCodes(deps)
  const proofs = createProofsService({ ...deps, totp, passkeys, codes })
  return {
    secondFactor: createSecondFactorService({ ...deps, totp, passkeys, codes, proofs }),
    signIn: createSecondSignInService({ ...deps, challenges, passkeys, proofs }),
  }
}
