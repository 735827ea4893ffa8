import { Dropdown, IconButton, ListDivider, Menu, MenuButton, MenuItem, Switch } from '@mui/joy'
import { ArrowLeft, Ellipsis, Hand, Info } from 'lucide-react'
import { useUser } from '#client/api/use-session.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { type Conversation, isSwitchable } from '#shared/conversations.ts'
import { nameOf, platformName, timeOf } from '../view/words.ts'

type Props = {
  conversation: Conversation
  canWrite: boolean
  isSwitching: boolean
  onSwitch: (disabled: boolean) => void
  onBack: () => void
  onDetails: () => void
  /** Undefined for who may not delete it. */
  onRemove: (() => void) | undefined
}

export function ThreadHead(props: Props) {
  const { conversation, canWrite, isSwitching, onSwitch, onBack, onDetails } = props
  const { inbox } = useTexts()
  const { platform, messageCount, flowName, isAiOff } = conversation
  const about = [platformName(platform, inbox), flowName, inbox.thread.count(messageCount)]
  return (
    <header className="inbox-thread-head row gap-12 surface line-below">
      <IconButton className="inbox-narrow" size="sm" variant="plain" aria-label={inbox.back} onClick={onBack}>
        <ArrowLeft size={18} />
      </IconButton>
      <div className="grows shrinks">
        <h3 className="text-14 line-20 semibold truncate" tabIndex={-1}>
          {nameOf(conversation, inbox)}
        </h3>
        <p className="text-12 line-16 text-secondary truncate">{about.join(' · ')}</p>
      </div>
      {isSwitchable(conversation) && (
        <Switch
          checked={!isAiOff}
          disabled={!canWrite || isSwitching}
          startDecorator={<span className="text-13 medium">{inbox.takeover.ai}</span>}
          onChange={({ target }) => onSwitch(!target.checked)}
          slotProps={{ input: { role: 'switch', 'aria-label': inbox.takeover.ai } }}
        />
      )}
      <IconButton
        className="inbox-details-button"
        size="sm"
        variant="plain"
        aria-label={inbox.thread.details}
        title={inbox.thread.details}
        onClick={onDetails}
      >
        <Info size={17} />
      </IconButton>
      <ThreadMenu {...props} />
    </header>
  )
}

function ThreadMenu({ conversation: { flowId, chatId }, onRemove }: Props) {
  const { inbox } = useTexts()
  const toasts = useToasts()
  async function copyLink() {
    const query = new URLSearchParams({ messages: flowId, chat: chatId })
    await navigator.clipboard?.writeText(`${location.origin}/app/chatflows?${query}`)
    toasts.success(inbox.thread.linkCopied)
  }
  return (
    <Dropdown>
      <MenuButton
        slots={{ root: IconButton }}
        slotProps={{ root: { size: 'sm', variant: 'plain', color: 'neutral' } }}
        aria-label={inbox.thread.menu}
      >
        <Ellipsis size={17} />
      </MenuButton>
      <Menu placement="bottom-end" sx={{ minWidth: 200, zIndex: 1400 }}>
        <MenuItem onClick={copyLink}>{inbox.thread.copyLink}</MenuItem>
        {onRemove && <ListDivider />}
        {onRemove && (
          <MenuItem color="danger" onClick={onRemove}>
            {inbox.remove.one}
          </MenuItem>
        )}
      </Menu>
    </Dropdown>
  )
}

type BannerProps = { conversation: Conversation; canWrite: boolean; onHandBack: () => void }

/** Who answers while AI is off. */
export function OffBanner({ conversation, canWrite, onHandBack }: BannerProps) {
  const { inbox } = useTexts()
  const [language] = useLanguage()
  const user = useUser()
  const { isAiOff, switchedBy, switchedDate } = conversation
  if (!isAiOff) {
    return null
  }
  const time = switchedDate && timeOf(switchedDate, language)
  const since =
    time && switchedBy
      ? switchedBy === user?.username
        ? inbox.takeover.youSince(time)
        : inbox.takeover.otherSince(switchedBy, time)
      : ''
  return (
    <div className="inbox-off row gap-10 text-13 line-18" role="status">
      <Hand size={16} className="rigid" aria-hidden />
      <p className="grows">
        <b className="semibold">{inbox.takeover.off}</b> {since}
      </p>
      {canWrite && (
        <button
          type="button"
          className="inbox-off-action no-background borderless inherits-font semibold pressable round-sm rigid"
          onClick={onHandBack}
        >
          {inbox.takeover.handBack}
        </button>
      )}
    </div>
  )
}
