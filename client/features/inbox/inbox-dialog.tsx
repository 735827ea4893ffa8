import './inbox.css'
import { Modal, ModalDialog } from '@mui/joy'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { type Conversation, isSwitchable } from '#shared/conversations.ts'
import { RequestCard } from './alerts/request-card.tsx'
import { useAlerts } from './alerts/use-alerts.ts'
import { DetailsPane } from './details/details-pane.tsx'
import { CustomDates, FilterBar } from './filter-bar.tsx'
import { InboxHead } from './inbox-head.tsx'
import { LeadsPane } from './leads/leads-pane.tsx'
import { ConversationList } from './list/conversation-list.tsx'
import { ConnectionBanner } from './live/connection-state.tsx'
import { InboxProvider, useInbox, useLiveInbox } from './live/inbox-context.tsx'
import { keyOf } from './live/inbox-store.ts'
import type { MessageViews } from './thread/message-row.tsx'
import { isPlainKey, ThreadPane } from './thread/thread-pane.tsx'
import { useTakeover } from './thread/use-takeover.ts'
import { useRemoval } from './transfer/use-transfer.ts'
import { useStats } from './use-reading.ts'
import { type InboxView, useInboxView } from './view/use-inbox-view.ts'
import { useMarks } from './view/use-marks.ts'

type Props = MessageViews & { executionPath: (runId: string) => string }

/** Conversations and leads of a flow, or of all flows, over the current screen. */
export function InboxDialog(props: Props) {
  const view = useInboxView()
  const { inbox } = useTexts()
  return (
    <Modal
      open
      hideBackdrop
      onClose={(_, reason) => reason === 'escapeKeyDown' && !isInPopup() && view.close()}
    >
      <ModalDialog layout="fullscreen" aria-label={inbox.title} className="inbox" sx={{ p: 0, border: 0 }}>
        <InboxProvider scope={view.scope}>
          <Inside view={view} {...props} />
        </InboxProvider>
      </ModalDialog>
    </Modal>
  )
}

/** Esc in an open list or menu closes only that. */
function isInPopup() {
  return (
    document.querySelector(
      '[role="combobox"][aria-expanded="true"], [aria-haspopup="menu"][aria-expanded="true"]',
    ) !== null
  )
}

/** Flows of this user: only their owner deletes conversations and sees leads. */
function useOwnFlows() {
  const chatflows = trpc.flows.summaries.useQuery({ type: 'CHATFLOW' })
  const agentflows = trpc.flows.summaries.useQuery({ type: 'AGENT' })
  return [...(chatflows.data ?? []), ...(agentflows.data ?? [])]
}

function Inside({ view, ...props }: Props & { view: InboxView }) {
  const flows = useOwnFlows()
  const stats = useStats(view)
  return (
    <>
      <InboxHead view={view} flows={flows} />
      <ConnectionBanner />
      {view.tab === 'leads' ? (
        <LeadsPane view={view} flows={flows} />
      ) : (
        <>
          <FilterBar view={view} stats={stats} />
          {view.range === 'custom' && <CustomDates view={view} />}
          <Columns view={view} ownFlowIds={new Set(flows.map(({ id }) => id))} {...props} />
        </>
      )}
    </>
  )
}

type ColumnsProps = Props & { view: InboxView; ownFlowIds: ReadonlySet<string> }

function Columns({ view, ownFlowIds, executionPath, ...views }: ColumnsProps) {
  const { inbox } = useTexts()
  const live = useLiveInbox()
  const takeover = useTakeover()
  const { removeOne } = useRemoval(view)
  const [hasDetails, setDetails] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const { chat } = view
  const key = chat && keyOf(chat)
  const isOwn = chat !== undefined && ownFlowIds.has(chat.flowId)
  const open = (conversation: Conversation) => view.open(conversation)
  useEffect(() => live.select(key), [live, key])
  useAlerts(open)
  useTitleCount()
  useMarks(frame, view.search)
  const focusThread = () => frame.current?.querySelector<HTMLElement>('.inbox-thread h3')?.focus()

  function takeOver(conversation: Conversation) {
    open(conversation)
    void takeover.switchAi(conversation, true)
    setTimeout(() => frame.current?.querySelector<HTMLElement>('.inbox-field')?.focus(), FOCUS_MS)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 't' && isPlainKey(event)) {
      const { requests, conversations, selected } = live.store.getState()
      const requested = conversations.get(requests[0] ?? selected ?? '')
      if (requested && isSwitchable(requested) && !requested.isAiOff) {
        event.preventDefault()
        takeOver(requested)
      }
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of what is inside
    <div
      ref={frame}
      className="inbox-columns grid grows shrinks-y relative"
      data-shows={chat ? (hasDetails ? 'details' : 'thread') : 'list'}
      onKeyDown={onKeyDown}
    >
      <ConversationList view={view} onRead={focusThread} />
      {chat ? (
        <ThreadPane
          key={key}
          chat={chat}
          isOwn={isOwn}
          onBack={() => view.open(undefined)}
          onDetails={() => setDetails(!hasDetails)}
          onRemove={
            isOwn
              ? async (conversation) => (await removeOne(conversation)) && view.open(undefined)
              : undefined
          }
          {...views}
        />
      ) : (
        <section className="inbox-thread stack items-center content-middle gap-4 text-center pad-24">
          <p className="medium">{inbox.thread.choose}</p>
          <p className="text-13 line-18 text-secondary">{inbox.thread.chooseText}</p>
        </section>
      )}
      {chat && (
        <DetailsPane
          chat={chat}
          executionPath={executionPath}
          onBack={() => setDetails(false)}
          onErased={isOwn ? () => view.open(undefined) : undefined}
        />
      )}
      <RequestCard onOpen={open} onTakeOver={takeOver} />
    </div>
  )
}

/** By then the thread of the conversation is there. */
const FOCUS_MS = 400

/** Unread conversations in the title of the tab. */
function useTitleCount() {
  const count = useInbox(
    ({ conversations, order }) => order.filter((key) => (conversations.get(key)?.unread ?? 0) > 0).length,
  )
  useEffect(() => {
    const title = document.title.replace(/^\(\d+\) /, '')
    document.title = count > 0 ? `(${count}) ${title}` : title
    return () => {
      document.title = document.title.replace(/^\(\d+\) /, '')
    }
  }, [count])
}
