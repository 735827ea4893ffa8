import type { Config } from '../config.ts'
import { createAuthService } from '../features/auth/auth.service.ts'
import { createPasswordCheck } from '../features/auth/check-password.ts'
import { createImpersonationService } from '../features/auth/impersonation.service.ts'
import { createKnownNetworks } from '../features/auth/known-networks.ts'
import { createPasswordsService } from '../features/auth/passwords.service.ts'
import { createLoginFailures } from '../features/auth/record-login-failure.ts'
import { createResetLinksService } from '../features/auth/reset-links.service.ts'
import { createSecondFactor } from '../features/auth/second-factor/create-second-factor.ts'
import { createSessionsService } from '../features/auth/sessions.service.ts'
import { sealingWith } from '../features/credentials/seal.ts'
import { createAccountsService } from '../features/users/accounts.service.ts'
import { createAvatarsService } from '../features/users/avatars.service.ts'
import { createProfileService } from '../features/users/profile.service.ts'
import { createUserAdminService } from '../features/users/user-admin.service.ts'
import { createUserRemovalService } from '../features/users/user-removal.service.ts'
import type { Search } from '../search/search.ts'
import type { Secrets } from '../secrets.ts'
import type { Adapters } from './adapters.ts'
import type { FlowResources } from './flow-resources.ts'
import type { FlowsAndRuns } from './flows-and-runs.ts'
import type { Base, Foundation } from './foundation.ts'
import type { Knowledge } from './knowledge.ts'
import type { Money } from './money.ts'

type Deps = {
  base: Base
  config: Config
  secrets: Secrets
  adapters: Adapters
  foundation: Foundation
  wallet: Money['wallet']
  credentials: FlowResources['credentials']
  runs: FlowsAndRuns['runs']
  knowledgeRemoval: Knowledge['knowledgeRemoval']
  search: Search
  publicUrl: () => string
}

/** Accounts and how their users sign in: passwords, second factors, sessions, reset links, impersonation. */
export function createIdentity(deps: Deps) {
  const {
    base,
    config,
    secrets,
    adapters,
    foundation,
    wallet,
    credentials,
    runs,
    search,
    publicUrl,
    knowledgeRemoval,
  } = deps
  const { audit, notifications, users, limits, apiKeys } = foundation
  const secret = secrets.tokenSecret
  const sessions = createSessionsService({ ...base, secret, audit })
  const passwords = createPasswordsService()
  const shared = { ...base, users, sessions, passwords, audit, limits, secret }
  const networks = createKnownNetworks(shared)
  const { secondFactor, signIn } = createSecondFactor({
    ...shared,
    networks,
    sealer: sealingWith(secrets.credentialKey),
    publicUrl: config.PUBLIC_URL,
    notifications,
  })
  const checkPassword = createPasswordCheck({
    ...shared,
    networks,
    isEnough: secondFactor.isPasswordEnough,
    onFailure: createLoginFailures(shared),
  })
  const impersonation = createImpersonationService(shared)
  const resetLinks = createResetLinksService({ ...shared, mail: adapters.mail, publicUrl })
  const accounts = createAccountsService({ users, wallet, credentials, sandbox: config.SANDBOX })
  return {
    sessions,
    secondFactor,
    signIn,
    impersonation,
    resetLinks,
    auth: createAuthService({
      ...shared,
      networks,
      signIn,
      checkPassword,
      accounts,
      apiKeys,
      impersonation,
      allowRegistration: config.ALLOW_REGISTRATION,
    }),
    profile: createProfileService(shared),
    avatars: createAvatarsService(shared),
    userAdmin: createUserAdminService({ ...shared, accounts, resetLinks }),
    userRemoval: createUserRemovalService({
      ...shared,
      ...{ wallet, runs, search },
      files: adapters.files,
      knowledge: knowledgeRemoval,
    }),
  }
}
