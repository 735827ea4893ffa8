import { Button, Dropdown, Menu, MenuButton, MenuItem } from '@mui/joy'
import {
  ChevronDown,
  FileInput,
  FilePlus2,
  LayoutTemplate,
  type LucideIcon,
  PencilLine,
  Plus,
} from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTexts } from '#client/texts/texts.tsx'

type NewFlowWay = 'blank' | 'template' | 'import' | 'describe'
/** Handler of each option; an option without a handler is hidden. */
type NewFlowWays = Partial<Record<NewFlowWay, () => void>>

const ways: readonly { way: NewFlowWay; key: string; icon: LucideIcon }[] = [
  { way: 'blank', key: 'B', icon: FilePlus2 },
  { way: 'template', key: 'T', icon: LayoutTemplate },
  { way: 'import', key: 'I', icon: FileInput },
  { way: 'describe', key: 'G', icon: PencilLine },
]

type Props = {
  label: string
  on: NewFlowWays
  /** Also opened by the key N, so the screen holds the state. */
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function NewFlowButton({ label, on, isOpen, onOpenChange }: Props) {
  const { flowList } = useTexts()
  const offered = ways.filter(({ way }) => on[way])

  function onKeyDown(event: KeyboardEvent) {
    const chosen = offered.find(({ key }) => key === event.key.toUpperCase())
    if (chosen && !(event.ctrlKey || event.metaKey || event.altKey)) {
      // Joy UI would move the focus to the entry that begins with this letter.
      event.preventDefault()
      event.stopPropagation()
      onOpenChange(false)
      on[chosen.way]?.()
    }
  }
  return (
    <Dropdown open={isOpen} onOpenChange={(_, next) => onOpenChange(next)}>
      <MenuButton
        slots={{ root: Button }}
        slotProps={{ root: { variant: 'solid', color: 'primary' } }}
        startDecorator={<Plus size={16} />}
        endDecorator={<ChevronDown size={16} />}
      >
        {label}
      </MenuButton>
      <Menu placement="bottom-end" className="new-flow-menu" onKeyDownCapture={onKeyDown}>
        {offered.map(({ way, key, icon: Icon }) => (
          <MenuItem key={way} onClick={on[way]} aria-keyshortcuts={key}>
            <Icon size={18} aria-hidden="true" />
            <span>
              <strong>{flowList.ways[way].name}</strong>
              <small className="line-16 text-tertiary">{flowList.ways[way].text}</small>
            </span>
            <kbd className="text-tertiary outlined round-xs">{key}</kbd>
          </MenuItem>
        ))}
      </Menu>
    </Dropdown>
  )
}
