import { ASK_FLOWS } from '#shared/api-keys.ts'
import { AppError } from '#shared/errors.ts'
import type { Caller } from './caller.ts'
import type { Context } from './context.ts'
import { type Endpoint, isEndpoint, policy, type Rule } from './policy.ts'

/** A procedure without a rule cannot be called. Throws FORBIDDEN. */
export function requireEndpoint(path: string): Endpoint {
  if (!isEndpoint(path)) {
    throw endpointDisabled()
  }
  return path
}

/**
 * Authorizes a request by the policy table alone. `writes` is false for what only reads.
 * Throws UNAUTHENTICATED without a caller, FORBIDDEN for a caller without permission.
 */
export function authorize(endpoint: Endpoint, { caller, xsrf, onAuthorized }: Requester, writes: boolean) {
  const rule = policy.get(endpoint)
  if (!rule) {
    throw endpointDisabled()
  }
  // Browsers send the session cookie with cross-site requests too; only our own pages have the CSRF token.
  if (caller?.via === 'cookie' && writes && !xsrf) {
    throw new AppError('FORBIDDEN', 'Invalid CSRF token or origin. Reload the page and try again.')
  }
  if (rule.may !== 'anyone') {
    authorizeCaller(rule, caller)
  }
  requireEnrolled(rule, caller)
  if (rule.spends && caller?.permissions && !caller.permissions.includes(ASK_FLOWS)) {
    throw missingPermission(ASK_FLOWS)
  }
  // Checked on public routes too, because such a call may spend the impersonated user's money.
  if (rule.rejectsImpersonator && caller?.impersonatorId) {
    throw new AppError('FORBIDDEN', 'You cannot do this while viewing as another user.')
  }
  requireStepUp(rule, caller)
  onAuthorized?.(endpoint, writes)
}

function requireEnrolled({ may, spends, embed, enrolling }: Rule, caller: Caller | null) {
  const isOpen = enrolling || (may === 'anyone' && !(spends || embed))
  if (caller?.mustEnroll && !isOpen) {
    throw new AppError(
      'SECOND_FACTOR_SETUP',
      'An administrator requires a second factor of this account. Set one up to continue.',
    )
  }
}

function requireStepUp({ stepUp }: Rule, caller: Caller | null) {
  const isRequested = stepUp === true || (stepUp === 'withFactor' && caller?.hasSecondFactor)
  if (isRequested && caller && !caller.isConfirmed) {
    throw new AppError('STEP_UP_REQUIRED', 'Confirm that it is you, then try again.')
  }
}

type Requester = Pick<Context, 'caller' | 'xsrf'> & Partial<Pick<Context, 'onAuthorized'>>

/** Applies the rate limit of the policy table, for each call of a batch. Throws RATE_LIMITED. */
export async function enforceRateLimit(
  endpoint: Endpoint,
  { caller, services }: Pick<Context, 'caller' | 'services'>,
) {
  const limit = policy.get(endpoint)?.limit
  if (limit && caller) {
    await services.limits.count([[limit, caller.id]])
  }
}

type CompletedWrite = Pick<Context, 'caller' | 'services' | 'origin'> & { input: unknown; output: unknown }

/**
 * Audits a completed write: every act of an ADMIN on others, and every act while impersonating. Central rather
 * than per service, so that a new procedure is audited by its policy row alone.
 */
export async function auditWrite(
  route: Endpoint,
  { caller, services, origin, input, output }: CompletedWrite,
) {
  const kind = caller && auditKindOf(policy.get(route), caller)
  if (kind) {
    await services.audit.record({ route, kind, caller, origin, input, output })
  }
}

function auditKindOf(rule: Rule | undefined, { role, impersonatorId }: Caller) {
  if (rule?.audit === 'self') {
    return undefined
  }
  if (impersonatorId) {
    return 'impersonation'
  }
  const kind = rule?.audit ?? (rule?.may === 'admin' ? 'admin' : undefined)
  // Changes to a user's own data are not audited; an ADMIN's may affect all users.
  return kind === 'admin' && role !== 'ADMIN' ? undefined : kind
}

function authorizeCaller({ may, key }: Rule, caller: Caller | null) {
  if (!caller) {
    throw new AppError('UNAUTHENTICATED', 'Sign in to continue.')
  }
  if (may === 'admin' && caller.role !== 'ADMIN') {
    throw new AppError('FORBIDDEN', 'Only admins can do this.')
  }
  if (caller.permissions && !(key && hasPermission(caller.permissions, key))) {
    throw missingPermission(key ?? 'to do this')
  }
}

function endpointDisabled() {
  return new AppError('FORBIDDEN', 'This endpoint is disabled.')
}

function missingPermission(permission: string) {
  return new AppError('FORBIDDEN', `This API key lacks the permission ${permission}.`)
}

// Agent flows share the URLs of chat flows; the permission of either is sufficient.
function hasPermission(permissions: readonly string[], target: string) {
  return permissions.includes(target) || permissions.includes(target.replace('chatflows:', 'agentflows:'))
}
