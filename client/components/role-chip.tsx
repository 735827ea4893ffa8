import { Chip } from '@mui/joy'
import { Crown, type LucideIcon, Shield, User } from 'lucide-react'
import type { Role } from '#shared/auth.ts'

/** Drawn, since emoji differ from system to system and on some are missing. */
export const roleLooks: Record<Role, { color: 'danger' | 'warning' | 'primary'; icon: LucideIcon }> = {
  ADMIN: { color: 'danger', icon: Crown },
  MODERATOR: { color: 'warning', icon: Shield },
  USER: { color: 'primary', icon: User },
}

/** A role: colour, mark and word (specification §3). */
export function RoleChip({ role }: { role: Role }) {
  const { color, icon: Icon } = roleLooks[role]
  return (
    <Chip size="sm" variant="soft" color={color} startDecorator={<Icon size={11} aria-hidden="true" />}>
      {role}
    </Chip>
  )
}
