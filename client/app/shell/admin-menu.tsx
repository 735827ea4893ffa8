import { Dropdown, IconButton, Menu, MenuButton, MenuItem } from '@mui/joy'
import { Shield } from 'lucide-react'
import { Link } from 'react-router'
import { useTexts } from '#client/texts/texts.tsx'
import { useOverlay } from '../overlays/overlays.tsx'
import { paths } from '../paths.ts'

export function AdminMenu() {
  const { admin } = useTexts().shell
  const openOverlay = useOverlay()
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
        <MenuItem onClick={() => openOverlay('users')}>{admin.users}</MenuItem>
        <MenuItem component={Link} {...{ to: paths.system }}>
          {admin.system}
        </MenuItem>
      </Menu>
    </Dropdown>
  )
}
