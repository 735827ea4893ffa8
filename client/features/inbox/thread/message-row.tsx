import { Button, IconButton } from '@mui/joy'
import { Check, CheckCheck, Copy, ThumbsDown, ThumbsUp } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useUser } from '#client/api/use-session.ts'
import { formatMoney } from '#client/components/format-money.ts'
import { numberFormat } from '#client/components/intl.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { Message } from '#shared/chat.ts'
import type { InboxMessage } from '../live/merge-messages.ts'
import { timeOf } from '../view/words.ts'

export type MessageViews = {
  /** Text, tools and sources of an answer. */
  renderAnswer: (message: Message) => ReactNode
  renderFiles: (message: Message) => ReactNode
}

type Props = MessageViews & {
  message: InboxMessage
  isSelected: boolean
  /** The newest message by hand that the visitor has seen. */
  isLastSeen: boolean
  onSelect: (id: string) => void
  onRetry: (message: InboxMessage) => void
  onDiscard: (id: string) => void
}

/** Memoized: a thread has up to a thousand. */
export const MessageRow = memo(function MessageRow(props: Props) {
  const { message, isSelected, isLastSeen, onSelect } = props
  const { inbox } = useTexts()
  const [language] = useLanguage()
  const author = authorOf(message)
  const name = author === 'operator' ? (message.operatorName ?? inbox.thread.operator) : inbox.thread[author]
  return (
    <article
      className="inbox-message shrinks"
      aria-label={inbox.thread.messageOf(name, timeOf(message.createdDate, language))}
      data-id={message.id}
      data-author={author}
      data-selected={isSelected || undefined}
      tabIndex={-1}
      // The keys j and k do the same.
      onClick={() => onSelect(message.id)}
      onKeyDown={({ key }) => key === 'Enter' && onSelect(message.id)}
    >
      <Body {...props} author={author} />
      {author !== 'bot' && (
        <p className="inbox-under row gap-6 text-12 line-16 text-secondary tabular">
          <time dateTime={message.createdDate}>{timeOf(message.createdDate, language)}</time>
          {author === 'operator' && message.pending === undefined && <Sent isSeen={isLastSeen} />}
          <Pending {...props} />
        </p>
      )}
    </article>
  )
})

function Sent({ isSeen }: { isSeen: boolean }) {
  const { inbox } = useTexts()
  return isSeen ? (
    <span className="inline-row gap-4 text-accent">
      <CheckCheck size={13} aria-hidden />
      {inbox.thread.seen}
    </span>
  ) : (
    <Check size={13} aria-hidden />
  )
}

type Author = 'visitor' | 'bot' | 'operator'

export function authorOf({ role, isManualMessage }: InboxMessage): Author {
  if (isManualMessage) {
    return 'operator'
  }
  return role === 'userMessage' ? 'visitor' : 'bot'
}

function Body({ message, author, renderAnswer, renderFiles }: Props & { author: Author }) {
  const { inbox } = useTexts()
  if (author === 'bot') {
    return (
      <div className="inbox-bubble chat">
        {renderAnswer(message)}
        {message.isCut && <p className="text-12 line-16 text-secondary">{inbox.thread.cut}</p>}
        <AnswerFoot message={message} />
        {message.feedback?.content && (
          <p className="inbox-feedback text-13 line-18 text-secondary">
            {inbox.thread.feedback}: “{message.feedback.content}”
          </p>
        )}
      </div>
    )
  }
  return (
    <>
      {author === 'operator' && message.content === '' && <OperatorName name={message.operatorName} />}
      {renderFiles(message)}
      {message.content !== '' && (
        <div className="inbox-bubble pre-wrap breaks-anywhere">
          {author === 'operator' && <OperatorName name={message.operatorName} />}
          {message.content}
        </div>
      )}
    </>
  )
}

function OperatorName({ name }: { name: string | undefined }) {
  const { inbox } = useTexts()
  const user = useUser()
  return (
    <b className="block text-12 line-16 semibold">
      {name}
      <span className="regular">
        {' · '}
        {name === user?.username ? inbox.thread.you : inbox.thread.operator}
      </span>
    </b>
  )
}

function AnswerFoot({ message }: { message: InboxMessage }) {
  const { inbox } = useTexts()
  const [language] = useLanguage()
  const toasts = useToasts()
  const { common } = useTexts()
  const { durationMs, cost, createdDate, content, feedback } = message
  const seconds =
    durationMs !== null && numberFormat(language, { maximumSignificantDigits: 2 }).format(durationMs / 1_000)
  const figures = [
    timeOf(createdDate, language),
    seconds !== false && inbox.stats.seconds(seconds),
    cost !== null && formatMoney(cost, language),
  ]
  return (
    <p className="inbox-foot row gap-8 text-12 line-16 text-secondary">
      <span className="monospace tabular">{figures.filter(Boolean).join(' · ')}</span>
      <span className="row gap-4 pushed-right">
        {feedback?.rating === 'THUMBS_UP' && <ThumbsUp size={14} aria-label={inbox.list.positive} />}
        {feedback?.rating === 'THUMBS_DOWN' && <ThumbsDown size={14} aria-label={inbox.list.negative} />}
        <IconButton
          size="sm"
          variant="plain"
          aria-label={inbox.thread.copy}
          title={inbox.thread.copy}
          onClick={() => navigator.clipboard?.writeText(content).then(() => toasts.success(common.copied))}
        >
          <Copy size={14} />
        </IconButton>
      </span>
    </p>
  )
}

function Pending({ message, onRetry, onDiscard }: Pick<Props, 'message' | 'onRetry' | 'onDiscard'>) {
  const { inbox } = useTexts()
  if (message.pending === 'sending') {
    return <span role="status">{inbox.thread.sending}</span>
  }
  return (
    message.pending === 'failed' && (
      <span className="row gap-4 text-danger" role="alert">
        {inbox.thread.notSent}
        <Button size="sm" variant="plain" onClick={() => onRetry(message)}>
          {inbox.thread.retry}
        </Button>
        <Button size="sm" variant="plain" color="neutral" onClick={() => onDiscard(message.id)}>
          {inbox.thread.discard}
        </Button>
      </span>
    )
  )
}
