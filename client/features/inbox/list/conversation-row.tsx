import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { memo } from 'react'
import { useUser } from '#client/api/use-session.ts'
import { toPlainLine } from '#client/components/plain-line.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { Conversation } from '#shared/conversations.ts'
import { nameOf, platformName, shortDate } from '../view/words.ts'
import { PlatformIcon } from './platform-icon.tsx'

type Props = {
  conversation: Conversation
  isSelected: boolean
  showsFlow: boolean
  onOpen: (conversation: Conversation) => void
}

/** Memoized: with each message one row changes. */
export const ConversationRow = memo(function ConversationRow({
  conversation,
  isSelected,
  showsFlow,
  onOpen,
}: Props) {
  const { inbox } = useTexts()
  const [language] = useLanguage()
  const { requestedDate, unread, isAiOff, rating, platform, title, updatedDate, flowName } = conversation
  return (
    <button
      type="button"
      className="inbox-conversation flex gap-10 full-width full-height inherits-font text-left text-primary borderless pressable"
      aria-current={isSelected}
      data-key={`${conversation.flowId}/${conversation.chatId}`}
      data-requested={requestedDate !== null || undefined}
      data-unread={unread > 0 || undefined}
      onClick={() => onOpen(conversation)}
    >
      <span className="inbox-glyph rigid" title={platformName(platform, inbox)}>
        <PlatformIcon platform={platform} />
        <span className="visually-hidden">{platformName(platform, inbox)}</span>
      </span>
      <span className="grows shrinks stack">
        <span className="row gap-6">
          <span className="inbox-name truncate medium">{nameOf(conversation, inbox)}</span>
          <LeadChip conversation={conversation} />
          {isAiOff && <span className="inbox-chip rigid text-12 line-16 round-4">{inbox.list.aiOff}</span>}
          {rating === 'THUMBS_UP' && (
            <ThumbsUp size={13} className="rigid" aria-label={inbox.list.positive} />
          )}
          {rating === 'THUMBS_DOWN' && (
            <ThumbsDown size={13} className="rigid" aria-label={inbox.list.negative} />
          )}
          <time className="pushed-right text-12 line-16 text-secondary tabular rigid" dateTime={updatedDate}>
            {shortDate(updatedDate, language)}
          </time>
        </span>
        <span className="inbox-title truncate text-13 line-18">{title}</span>
        <span className="row gap-6">
          <Preview conversation={conversation} flowName={showsFlow ? flowName : undefined} />
          {unread > 0 && (
            <b className="inbox-count pushed-right rigid text-12 line-16 tabular text-center">
              <span aria-hidden>{unread}</span>
              <span className="visually-hidden">{inbox.list.unread(unread)}</span>
            </b>
          )}
        </span>
      </span>
    </button>
  )
})

/** Where a name was left, it stands before the chip. */
function LeadChip({ conversation: { name, email, phone } }: Pick<Props, 'conversation'>) {
  const { inbox } = useTexts()
  const contact = [email, phone].filter(Boolean).join(' · ')
  return (
    (name || contact) && (
      <span
        className="inbox-chip rigid text-12 line-16 round-4"
        data-kind="lead"
        title={contact || undefined}
      >
        {inbox.list.lead}
      </span>
    )
  )
}

type PreviewProps = { conversation: Conversation; flowName: string | undefined }

function Preview({ conversation, flowName }: PreviewProps) {
  const { inbox } = useTexts()
  const user = useUser()
  const { requestedDate, failure, preview, previewBy, switchedBy } = conversation
  const className = 'truncate text-13 line-18 text-secondary'
  if (requestedDate !== null) {
    return <span className={`${className} inbox-asks`}>{inbox.list.requested}</span>
  }
  if (failure !== null) {
    return <span className={`${className} text-danger`}>{failure}</span>
  }
  const operator = switchedBy === user?.username ? inbox.list.you : (switchedBy ?? inbox.thread.operator)
  return (
    <span className={className}>
      {previewBy === 'operator' && `${operator}: `}
      {preview !== conversation.title && toPlainLine(preview)}
      {flowName && ` · ${flowName}`}
    </span>
  )
}
