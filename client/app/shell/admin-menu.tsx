import { Dropdown, IconButton, Menu, MenuButton, MenuItem } from '@mui/joy'
import { Shield } from 'lucide-react'
import { Link } from 'react-router'
import { useTexts } from '#client/texts/texts.tsx'
import { paths } from '../paths.ts'
import { MenuHint } from './menu-hint.tsx'

/** The way to what only admins do. What arrives with later versions says so. */
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
        <MenuItem component={Link} {...{ to: paths.walletManagement }}>
          {admin.wallets}
        </MenuItem>
        <MenuItem disabled>
          <MenuHint name={admin.users} hint={admin.later} />
        </MenuItem>
      </Menu>
    </Dropdown>
  )
}
