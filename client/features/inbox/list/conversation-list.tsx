import { Button } from '@mui/joy'
import { ArrowUp } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef } from 'react'
import { ErrorPanel } from '#client/components/error-panel.tsx'
import { useShare } from '#client/components/share-opener.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { Conversation } from '#shared/conversations.ts'
import { useInbox, useLiveInbox } from '../live/inbox-context.tsx'
import { keyOf } from '../live/inbox-store.ts'
import { useConversations } from '../use-reading.ts'
import type { InboxView } from '../view/use-inbox-view.ts'
import { ConversationRow } from './conversation-row.tsx'
import { type RowsHandle, VirtualRows } from './virtual-rows.tsx'

const ROW_HEIGHT = 78

type Props = { view: InboxView; onRead: () => void }

export function ConversationList({ view, onRead }: Props) {
  const { inbox: texts } = useTexts()
  const live = useLiveInbox()
  const order = useInbox((state) => state.order)
  const conversations = useInbox((state) => state.conversations)
  const query = useConversations(view)
  const rows = useMemo(() => order.flatMap((key) => conversations.get(key) ?? []), [order, conversations])
  const handle = useRef<RowsHandle>(null)
  const { hasNextPage, isFetching, fetchNextPage } = query
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching) {
      fetchNextPage()
    }
  }, [hasNextPage, isFetching, fetchNextPage])
  const selected = view.chat && keyOf(view.chat)
  const latest = useRef(view)
  latest.current = view
  const open = useCallback((conversation: Conversation) => latest.current.open(conversation), [])
  useShownSelection(handle, rows, selected)

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const focused = rows.findIndex((row) => keyOf(row) === rowOf(event.target)?.dataset.key)
    const next = step === undefined ? undefined : rows[focused + step]
    if (next && focused !== -1) {
      event.preventDefault()
      open(next)
      handle.current?.show(focused + (step ?? 0))
      focusRow(event.currentTarget, keyOf(next))
    } else if (event.key === 'ArrowRight' && selected) {
      event.preventDefault()
      onRead()
    }
  }

  if (query.isError && rows.length === 0) {
    return (
      <div className="pad-12">
        <ErrorPanel error={query.error} title={texts.list.failed} onRetry={() => query.refetch()} />
      </div>
    )
  }
  if (rows.length === 0) {
    return query.isPending || !query.data ? <ListSkeletons /> : <Nothing view={view} />
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the buttons in it
    <div
      className="inbox-list stack shrinks-y relative full-height"
      onKeyDown={onKeyDown}
      onPointerEnter={() => live.hold('pointer', true)}
      onPointerLeave={() => live.hold('pointer', false)}
    >
      <NewOnes />
      <VirtualRows
        handle={handle}
        label={texts.list.label}
        rows={rows}
        rowHeight={ROW_HEIGHT}
        keyOf={keyOf}
        onEnd={loadMore}
        foot={
          query.isFetchingNextPage && (
            <p className="text-13 text-secondary pad-12" role="status">
              {texts.list.more}
            </p>
          )
        }
        render={(conversation) => (
          <ConversationRow
            conversation={conversation}
            isSelected={keyOf(conversation) === selected}
            showsFlow={view.flowId === undefined}
            onOpen={open}
          />
        )}
      />
    </div>
  )
}

/** What has news while the list is being read. */
function NewOnes() {
  const { inbox } = useTexts()
  const { showMoved } = useLiveInbox()
  const count = useInbox(({ moved }) => moved.size)
  return (
    <div className="inbox-new absolute" role="status">
      {count > 0 && (
        <Button size="sm" endDecorator={<ArrowUp size={14} />} onClick={showMoved}>
          {inbox.list.fresh(count)}
        </Button>
      )}
    </div>
  )
}

/** Brings the selected row into view when it was selected elsewhere. */
function useShownSelection(
  handle: { current: RowsHandle | null },
  rows: readonly Conversation[],
  selected: string | undefined,
) {
  const shown = useRef<string>(undefined)
  useEffect(() => {
    const index = rows.findIndex((row) => keyOf(row) === selected)
    if (index !== -1 && shown.current !== selected) {
      shown.current = selected
      handle.current?.show(index)
    }
  }, [handle, rows, selected])
}

function rowOf(target: EventTarget) {
  return target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null
}

function focusRow(list: HTMLElement, key: string) {
  requestAnimationFrame(() =>
    list.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true }),
  )
}

function Nothing({ view }: { view: InboxView }) {
  const { inbox, common } = useTexts()
  const share = useShare()
  const { flowId, isFiltered, clear } = view
  return (
    <div className="inbox-nothing stack items-center gap-8 text-center pad-24">
      <p className="medium">{isFiltered ? inbox.list.noMatchTitle : inbox.list.emptyTitle}</p>
      <p className="text-13 line-18 text-secondary">
        {isFiltered ? inbox.list.noMatchText : inbox.list.emptyText}
      </p>
      {isFiltered ? (
        <Button size="sm" variant="outlined" color="neutral" onClick={clear}>
          {common.clearFilters}
        </Button>
      ) : (
        share &&
        flowId && (
          <Button size="sm" onClick={() => share({ id: flowId })}>
            {inbox.list.share}
          </Button>
        )
      )}
    </div>
  )
}

function ListSkeletons() {
  const { common } = useTexts()
  return (
    <div className="inbox-bones" role="status" aria-label={common.loading} aria-busy="true">
      {[62, 48, 70, 55, 66].map((width) => (
        <div key={width} className="inbox-bone stack gap-8 line-below pad-12" aria-hidden="true">
          <span className="backdrop-level1 round-xs" style={{ width: `${width}%` }} />
          <span className="backdrop-level1 round-xs" style={{ width: `${width + 20}%` }} />
        </div>
      ))}
    </div>
  )
}
