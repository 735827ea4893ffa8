import { Button, IconButton } from '@mui/joy'
import { X } from 'lucide-react'
import { useImpersonated } from '#client/api/use-session.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { Conversation } from '#shared/conversations.ts'
import { useInbox, useLiveInbox } from '../live/inbox-context.tsx'
import { keyOf } from '../live/inbox-store.ts'
import { nameOf, platformName } from '../view/words.ts'

type Props = {
  onOpen: (conversation: Conversation) => void
  onTakeOver: (conversation: Conversation) => void
}

/** The visitor who has waited longest for a person, of those that this window has heard of. */
export function RequestCard({ onOpen, onTakeOver }: Props) {
  const { common, inbox } = useTexts()
  const { dismissRequest } = useLiveInbox()
  const isImpersonating = useImpersonated() !== undefined
  const conversation = useInbox(({ requests, conversations, selected }) =>
    requests
      .filter((key) => key !== selected)
      .flatMap((key) => conversations.get(key) ?? [])
      .at(0),
  )
  if (!conversation) {
    return null
  }
  const name = nameOf(conversation, inbox)
  const { preview, previewBy, title } = conversation
  const said = previewBy === 'visitor' ? preview : title
  return (
    <div className="inbox-request absolute backdrop-popup outlined round-md raised" role="alert">
      <div className="row gap-8 items-flex-start">
        <div className="grows shrinks">
          <b className="block text-14 line-20 semibold">{inbox.takeover.asks(name)}</b>
          <p className="inbox-request-text clamps text-13 line-18 text-secondary">
            {platformName(conversation.platform, inbox)}: “{said}”
          </p>
        </div>
        <IconButton
          size="sm"
          variant="plain"
          aria-label={common.dismiss}
          onClick={() => dismissRequest(keyOf(conversation))}
        >
          <X size={15} />
        </IconButton>
      </div>
      <div className="row gap-8">
        {!isImpersonating && (
          <Button size="sm" onClick={() => onTakeOver(conversation)}>
            {inbox.takeover.takeOver}
          </Button>
        )}
        <Button size="sm" variant="outlined" color="neutral" onClick={() => onOpen(conversation)}>
          {common.open}
        </Button>
        <kbd className="pushed-right pad-0-6 code-11 text-tertiary outlined round-xs">t</kbd>
      </div>
    </div>
  )
}
