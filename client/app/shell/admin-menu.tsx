import { Dropdown, IconButton, Menu, MenuButton, MenuItem } from '@mui/joy'
import { Shield } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import { MenuHint } from './menu-hint.tsx'

/** The way to what only admins do. Its screens arrive with later versions and say so. */
export function AdminMenu() {
  const { admin } = useTexts().shell
  return (
    <Dropdown>
      <MenuButton
        slots={{ root: IconButton }}
        slotProps={{ root: { variant: 'plain', color: 'neutral', className: 'admin-button' } }}
        aria-label={admin.button}
        title={admin.button}
      >
        <Shield size={16} />
      </MenuButton>
      <Menu placement="bottom-end" className="shell-menu" disablePortal>
        {[admin.wallets, admin.users].map((name) => (
          <MenuItem key={name} disabled>
            <MenuHint name={name} hint={admin.later} />
          </MenuItem>
        ))}
      </Menu>
    </Dropdown>
  )
}
