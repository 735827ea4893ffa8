import type { Role } from '#shared/auth.ts'
import type { Requirement } from '#shared/second-factor.ts'

export function isRequiredOf(requirement: Requirement, role: Role) {
  return requirement === 'everyone' || (requirement === 'admins' && role === 'ADMIN')
}
