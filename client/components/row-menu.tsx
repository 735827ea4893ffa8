import { Dropdown, IconButton, ListDivider, Menu, MenuButton, MenuItem } from '@mui/joy'
import { Ellipsis } from 'lucide-react'

export type RowAction = { label: string; run: () => void; danger?: boolean }

type Props = {
  label: string
  actions: readonly RowAction[]
  /** Above a dialog: 1400. */
  zIndex?: number
}

export function RowMenu({ label, actions, zIndex = 1100 }: Props) {
  return (
    <Dropdown>
      <MenuButton
        slots={{ root: IconButton }}
        slotProps={{ root: { size: 'sm', variant: 'plain', color: 'neutral', className: 'row-menu' } }}
        aria-label={label}
      >
        <Ellipsis size={16} />
      </MenuButton>
      <Menu placement="bottom-end" sx={{ minWidth: 180, zIndex }}>
        {actions.flatMap(({ label: name, run, danger = false }, place) => [
          danger && place > 0 && <ListDivider key={`${name} apart`} />,
          <MenuItem key={name} {...(danger && { color: 'danger' as const })} onClick={run}>
            {name}
          </MenuItem>,
        ])}
      </Menu>
    </Dropdown>
  )
}
