import { Dropdown, IconButton, ListDivider, Menu, MenuButton, MenuItem } from '@mui/joy'
import { Ellipsis } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useOpenFlowConfig } from '#client/components/flow-config-context.ts'
import { useOpenMessages } from '#client/components/open-messages.ts'
import { useShare } from '#client/components/share-opener.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { FlowSummary } from '#shared/flows.ts'
import type { FlowActions } from './use-flow-actions.tsx'

type Props = {
  flow: FlowSummary
  actions: FlowActions
  /** Also opened by a right click on the card, so the card holds the state. */
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function FlowMenu({ flow, actions, isOpen, onOpenChange }: Props) {
  const { chat, common, flows: texts, shell } = useTexts()
  const navigate = useNavigate()
  const configure = useOpenFlowConfig()
  const share = useShare()
  const openMessages = useOpenMessages()
  return (
    <Dropdown open={isOpen} onOpenChange={(_, next) => onOpenChange(next)}>
      <MenuButton
        slots={{ root: IconButton }}
        slotProps={{
          root: { size: 'sm', variant: 'outlined', color: 'neutral', className: 'flow-menu-button' },
        }}
        aria-label={texts.menu(flow.name)}
      >
        <Ellipsis size={16} />
      </MenuButton>
      <Menu placement="bottom-end" sx={{ minWidth: 180, zIndex: 1100 }}>
        <MenuItem onClick={() => actions.open(flow)}>{common.open}</MenuItem>
        <MenuItem onClick={() => openMessages(flow.id)}>{chat.messages}</MenuItem>
        <MenuItem onClick={() => void navigate(`/app/evaluations/${flow.id}`)}>
          {shell.pages.evaluations}
        </MenuItem>
        <MenuItem onClick={() => actions.rename(flow)}>
          <span className="menu-pair row grows spread gap-16">
            {common.rename}
            <kbd className="pad-0-6 code-11 text-tertiary outlined round-xs">F2</kbd>
          </span>
        </MenuItem>
        {configure && <MenuItem onClick={() => configure(flow)}>{common.configuration}</MenuItem>}
        {share && <MenuItem onClick={() => share({ id: flow.id })}>{common.share}</MenuItem>}
        <MenuItem onClick={() => actions.duplicate(flow)}>{common.duplicate}</MenuItem>
        <MenuItem onClick={() => actions.exportFlow(flow)}>{texts.exportJson}</MenuItem>
        <ListDivider />
        <MenuItem color="danger" onClick={() => actions.remove(flow)}>
          <span className="menu-pair row grows spread gap-16">
            {common.delete}
            <kbd className="pad-0-6 code-11 text-tertiary outlined round-xs">Del</kbd>
          </span>
        </MenuItem>
      </Menu>
    </Dropdown>
  )
}
