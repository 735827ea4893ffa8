import { AppError } from '#shared/errors.ts'
import type { Context } from './context.ts'
import type { Caller } from './features/auth/auth.service.ts'
import { policy, type Rule } from './policy.ts'

/**
 * Lets a request through a door or refuses it, by the policy table alone. `writes` is false for what only reads.
 * Throws UNAUTHENTICATED for a stranger, FORBIDDEN for one who is known and may not.
 */
export function admit(door: string, { caller, xsrf }: Pick<Context, 'caller' | 'xsrf'>, writes: boolean) {
  const rule = policy[door]
  if (!rule) {
    throw new AppError('FORBIDDEN', 'This is open to nobody.')
  }
  // A session in a cookie is sent by the browser whoever asks it to; only our own pages know the second half.
  if (caller?.via === 'cookie' && writes && !xsrf) {
    throw new AppError('FORBIDDEN', 'This request did not come from a page of this server.')
  }
  if (rule.may !== 'anyone') {
    admitCaller(rule, caller)
  }
}

function admitCaller({ may, key, refusesImpersonator }: Rule, caller: Caller | null) {
  if (!caller) {
    throw new AppError('UNAUTHENTICATED', 'Sign in to continue.')
  }
  if (may === 'admin' && caller.role !== 'ADMIN') {
    throw new AppError('FORBIDDEN', 'Only an administrator may do this.')
  }
  if (refusesImpersonator && caller.impersonatorId) {
    throw new AppError('FORBIDDEN', 'This is not possible while you view as somebody else.')
  }
  if (caller.permissions && !(key && holds(caller.permissions, key))) {
    throw new AppError('FORBIDDEN', `This API key lacks the permission${key ? ` ${key}` : ' to do this'}.`)
  }
}

// Agent flows live under the same addresses as chat flows; either word opens them.
function holds(permissions: readonly string[], wanted: string) {
  return permissions.includes(wanted) || permissions.includes(wanted.replace('chatflows:', 'agentflows:'))
}
