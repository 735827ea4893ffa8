import { Chip } from '@mui/joy'
import { useTexts } from '#client/texts/texts.tsx'
import type { Role } from '#shared/auth.ts'

export const roleLooks: Record<Role, { color: 'danger' | 'warning' | 'primary'; emoji: string }> = {
  ADMIN: { color: 'danger', emoji: '👑' },
  MODERATOR: { color: 'warning', emoji: '🛡️' },
  USER: { color: 'primary', emoji: '👤' },
}

/** Unknown roles, of a later version or an edited user, count as USER. */
export const knownRole = (role: string): Role => (Object.hasOwn(roleLooks, role) ? (role as Role) : 'USER')

export function RoleChip({ role }: { role: string }) {
  const { shell } = useTexts()
  const known = knownRole(role)
  const { color, emoji } = roleLooks[known]
  return (
    <Chip
      size="sm"
      variant="soft"
      color={color}
      startDecorator={<span aria-hidden="true">{emoji}</span>}
      sx={{ '--Chip-decoratorChildHeight': 'auto', fontSize: 12 }}
    >
      {shell.roles[known]}
    </Chip>
  )
}
