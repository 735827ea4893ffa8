import { Chip } from '@mui/joy'
import { Crown, type LucideIcon, Shield, User } from 'lucide-react'
import type { Role } from '#shared/auth.ts'

const looks: Record<Role, { color: 'danger' | 'warning' | 'primary'; icon: LucideIcon }> = {
  ADMIN: { color: 'danger', icon: Crown },
  MODERATOR: { color: 'warning', icon: Shield },
  USER: { color: 'primary', icon: User },
}

/** A role: colour, mark and word (specification §3). The marks are drawn, since emoji differ from system to system. */
export function RoleChip({ role }: { role: Role }) {
  const { color, icon: Icon } = looks[role]
  return (
    <Chip size="sm" variant="soft" color={color} startDecorator={<Icon size={11} aria-hidden="true" />}>
      {role}
    </Chip>
  )
}
