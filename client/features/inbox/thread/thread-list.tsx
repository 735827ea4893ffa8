import { Button } from '@mui/joy'
import { ArrowDown } from 'lucide-react'
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStickToBottom } from '#client/components/use-stick-to-bottom.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { ChatKey } from '#shared/conversations.ts'
import { useInbox, useLiveInbox } from '../live/inbox-context.tsx'
import { type ChatThread, keyOf } from '../live/inbox-store.ts'
import type { InboxMessage } from '../live/merge-messages.ts'
import { useDayName } from '../view/words.ts'
import { EntryRow } from './entry-row.tsx'
import { MessageRow, type MessageViews } from './message-row.tsx'
import { rowsOf, type ThreadRow } from './thread-rows.ts'
import { usePeople } from './use-presence.ts'
import type { Takeover } from './use-takeover.ts'

type Props = MessageViews & {
  chat: ChatKey
  thread: ChatThread
  takeover: Takeover
  loadOlder: () => Promise<void>
}

export function ThreadList({ chat, thread, takeover, loadOlder, ...views }: Props) {
  const { inbox } = useTexts()
  const { selectMessage } = useLiveInbox()
  const selectedId = useInbox(({ selectedMessageId }) => selectedMessageId)
  const { list, content, onScroll, hasNews, toEnd } = useStickToBottom()
  const { messages, entries, hasOlder } = thread
  const rows = useMemo(() => rowsOf(messages, entries, hasOlder), [messages, entries, hasOlder])
  const seen = useInbox(({ conversations }) => conversations.get(keyOf(chat))?.seenSequence ?? 0)
  const lastSeen = messages.findLast(
    ({ isManualMessage, sequence, pending }) => isManualMessage && !pending && sequence <= seen,
  )
  const own = messages.findLast(({ pending }) => pending === 'sending')?.id
  useLayoutEffect(() => {
    if (own) {
      toEnd()
    }
  }, [own, toEnd])
  const older = useOlder(list, messages[0]?.id, loadOlder)
  const handlers = useStable({
    onRetry: (message: InboxMessage) => void takeover.send(message),
    onDiscard: (id: string) => takeover.discard(chat, id),
    onRemove: (id: string) => takeover.removeNote(chat, id),
  })

  const draw = (row: ThreadRow) => {
    switch (row.type) {
      case 'day':
        return <Day key={row.key} date={row.date} />
      case 'entry':
        return <EntryRow key={row.key} entry={row.entry} onRemove={handlers.onRemove} />
      case 'message':
        return (
          <MessageRow
            key={row.key}
            message={row.message}
            isSelected={row.message.id === selectedId}
            isLastSeen={row.message === lastSeen}
            onSelect={selectMessage}
            onRetry={handlers.onRetry}
            onDiscard={handlers.onDiscard}
            {...views}
          />
        )
    }
  }

  return (
    <div className="inbox-log-frame grows shrinks-y relative">
      <div
        ref={list}
        className="inbox-log full-height scrolls-y backdrop-body"
        role="log"
        aria-label={inbox.thread.label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long conversation is scrolled with the arrow keys
        tabIndex={0}
        onScroll={onScroll}
      >
        <div ref={content} className="inbox-log-content stack gap-12">
          {hasOlder && (
            <Button size="sm" variant="plain" color="neutral" loading={older.isLoading} onClick={older.load}>
              {inbox.thread.older}
            </Button>
          )}
          {rows.map(draw)}
          <Typing chat={chat} />
        </div>
      </div>
      {hasNews && (
        <button
          type="button"
          className="inbox-pill inline-row gap-6 absolute outlined pressable backdrop-popup text-accent raised left-half height-28 pad-0-12 inherits-font text-13"
          onClick={toEnd}
        >
          {inbox.thread.newMessages}
          <ArrowDown size={14} aria-hidden />
        </button>
      )}
    </div>
  )
}

function Day({ date }: { date: string }) {
  const dayName = useDayName()
  return <p className="inbox-day text-12 line-16 text-secondary text-center">{dayName(date)}</p>
}

function Typing({ chat }: { chat: ChatKey }) {
  const { inbox } = useTexts()
  const { isVisitorTyping, operators } = usePeople(chat)
  const other = operators.find(({ isSelf, isTyping }) => isTyping && !isSelf)
  const words = isVisitorTyping ? inbox.thread.visitorTypes : other && inbox.thread.typing(other.name)
  return (
    <p className="inbox-typing text-12 line-16 text-secondary" role="status">
      {words}
      {words && <i className="inbox-dots" aria-hidden="true" />}
    </p>
  )
}

/** Keeps what is read in its place when older messages come above it. */
function useOlder(
  list: RefObject<HTMLDivElement | null>,
  firstId: string | undefined,
  load: () => Promise<void>,
) {
  const [isLoading, setLoading] = useState(false)
  const fromEnd = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when older messages have been added
  useLayoutEffect(() => {
    if (list.current && fromEnd.current !== undefined) {
      list.current.scrollTop = list.current.scrollHeight - fromEnd.current
      fromEnd.current = undefined
    }
  }, [firstId, list])
  return {
    isLoading,
    async load() {
      const { scrollHeight = 0, scrollTop = 0 } = list.current ?? {}
      setLoading(true)
      fromEnd.current = scrollHeight - scrollTop
      await load().catch(() => undefined)
      setLoading(false)
    },
  }
}

/** Functions that keep their identity, so that rows do not render again. */
function useStable<Handlers extends Record<string, (value: never) => void>>(handlers: Handlers): Handlers {
  const latest = useRef(handlers)
  latest.current = handlers
  const [stable] = useState(
    () =>
      Object.fromEntries(
        Object.keys(handlers).map((name) => [name, (value: never) => latest.current[name]?.(value)]),
      ) as Handlers,
  )
  return stable
}

/** The rows of the thread that is open, once it has been read. */
export function useChatThread(chat: ChatKey) {
  return useInbox(({ threads }) => threads.get(keyOf(chat)))
}
