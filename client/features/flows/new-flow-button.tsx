import { Button, ButtonGroup, Dropdown, IconButton, Menu, MenuButton, MenuItem } from '@mui/joy'
import { ChevronDown, Plus } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'

type Props = { onBlank: () => void; onImport: () => void }

export function NewFlowButton({ onBlank, onImport }: Props) {
  const { flows: texts } = useTexts()
  return (
    <ButtonGroup variant="solid" color="primary" className="new-flow">
      <Button startDecorator={<Plus size={16} />} onClick={onBlank}>
        {texts.newFlow}
      </Button>
      <Dropdown>
        <MenuButton
          slots={{ root: IconButton }}
          slotProps={{ root: { variant: 'solid', color: 'primary' } }}
          // Joy marks the last button of a group to round it, and does not see it inside its dropdown.
          {...{ 'data-last-child': '' }}
          aria-label={texts.newOptions}
        >
          <ChevronDown size={16} />
        </MenuButton>
        <Menu placement="bottom-end" sx={{ minWidth: 200 }}>
          <MenuItem onClick={onBlank}>{texts.blank}</MenuItem>
          <MenuItem onClick={onImport}>{texts.importFile}</MenuItem>
        </Menu>
      </Dropdown>
    </ButtonGroup>
  )
}
