import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { type Column, DataTable } from '#client/components/data-table.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { toPlainLine } from '#client/components/plain-line.ts'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { type DotState, StatusDot } from '#client/components/status-dot.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { ChannelMessage } from '#shared/channels.ts'

const MINUTE_MS = 60_000

const dots: Record<ChannelMessage['state'], DotState> = {
  queued: 'waiting',
  sending: 'working',
  sent: 'live',
  delivered: 'live',
  read: 'live',
  failed: 'problem',
  unknown: 'problem',
  dropped: 'off',
  pending: 'working',
  answered: 'live',
  withheld: 'waiting',
  stored: 'off',
}

export function ChannelMessages({
  messages,
  hasWindow,
}: {
  messages: readonly ChannelMessage[]
  hasWindow: boolean
}) {
  const { messages: texts } = useTexts().integrations
  const [language] = useLanguage()
  const columns: Column<ChannelMessage>[] = [
    {
      id: 'time',
      head: texts.time,
      width: 110,
      cell: ({ date }) => (
        <span className="text-tertiary">
          <RelativeTime iso={date} />
        </span>
      ),
    },
    {
      id: 'person',
      head: texts.person,
      width: '18%',
      cell: ({ name }) => <span className="medium">{name}</span>,
    },
    { id: 'message', head: texts.message, cell: (message) => <Message message={message} /> },
    { id: 'state', head: texts.state, width: 150, cell: (message) => <State message={message} /> },
    ...(hasWindow
      ? [
          {
            ...{ id: 'window', head: texts.window, width: 130, isNumber: true },
            cell: (message: ChannelMessage) => <WindowLeft message={message} />,
          },
        ]
      : []),
  ]
  return messages.length === 0 ? (
    <div className="pad-12">
      <EmptyState dashed title={texts.empty} text={texts.emptyText} />
    </div>
  ) : (
    <DataTable
      label={texts.title}
      columns={columns}
      rows={messages}
      keyOf={({ id }) => id}
      language={language}
      phone={(message) => (
        <div className="message-card">
          <span className="row spread gap-8">
            <span className="medium truncate">{message.name}</span>
            <State message={message} />
          </span>
          <Message message={message} />
          <span className="row spread gap-8 text-13 text-tertiary">
            <RelativeTime iso={message.date} />
            {hasWindow && <WindowLeft message={message} />}
          </span>
        </div>
      )}
    />
  )
}

function Message({ message }: { message: ChannelMessage }) {
  const { messages: texts } = useTexts().integrations
  const { direction, text, state, error } = message
  const Icon = direction === 'in' ? ArrowDownLeft : ArrowUpRight
  const notes: Partial<Record<ChannelMessage['state'], string>> = {
    unknown: texts.unknownText,
    dropped: texts.droppedText,
  }
  const note = notes[state] ?? error
  return (
    <span className="channel-message shrinks">
      <Icon size={14} role="img" aria-label={texts[direction]} />
      <span className="grid shrinks">
        <span className="clamps">{text ? toPlainLine(text) : texts.file}</span>
        {note && <span className="text-13 text-danger">{note}</span>}
      </span>
    </span>
  )
}

function State({ message: { state } }: { message: ChannelMessage }) {
  const { states } = useTexts().integrations.messages
  return (
    <span className="inline-row gap-8 one-line">
      <StatusDot state={dots[state]} />
      {states[state]}
    </span>
  )
}

function WindowLeft({ message: { windowDate } }: { message: ChannelMessage }) {
  const { messages: texts } = useTexts().integrations
  const minutes = windowDate === null ? 0 : Math.floor((Date.parse(windowDate) - Date.now()) / MINUTE_MS)
  return minutes > 0 ? (
    <span className="monospace one-line">{texts.left(Math.floor(minutes / 60), minutes % 60)}</span>
  ) : (
    <span className="text-danger">{texts.closed}</span>
  )
}
