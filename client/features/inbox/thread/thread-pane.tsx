import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useImpersonated } from '#client/api/use-session.ts'
import { ErrorPanel } from '#client/components/error-panel.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { type ChatKey, type Conversation, isSwitchable } from '#shared/conversations.ts'
import { useInbox, useLiveInbox } from '../live/inbox-context.tsx'
import { keyOf } from '../live/inbox-store.ts'
import { useThread } from '../use-reading.ts'
import { HandBackDialog } from './hand-back-dialog.tsx'
import type { MessageViews } from './message-row.tsx'
import { type Mode, ReplyBox } from './reply-box.tsx'
import { OffBanner, ThreadHead } from './thread-head.tsx'
import { ThreadList, useChatThread } from './thread-list.tsx'
import { useFoundMessage } from './use-found-message.ts'
import { useReportPresence } from './use-presence.ts'
import { useTakeover } from './use-takeover.ts'

type Props = MessageViews & {
  chat: ChatKey
  /** Of a flow of this user, who pays for it. */
  isOwn: boolean
  onBack: () => void
  onDetails: () => void
  onRemove: ((conversation: Conversation) => void) | undefined
}

export function ThreadPane({ chat, isOwn, onBack, onDetails, onRemove, ...views }: Props) {
  const { inbox } = useTexts()
  const query = useThread(chat)
  const conversation = useInbox(({ conversations }) => conversations.get(keyOf(chat)))
  const thread = useChatThread(chat)
  const takeover = useTakeover()
  const presence = useReportPresence(chat)
  const isImpersonating = useImpersonated() !== undefined
  const [mode, setMode] = useState<Mode>('reply')
  const [isHandingBack, setHandingBack] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const pane = useRef<HTMLElement>(null)
  useMarkRead(conversation, isImpersonating)
  useFoundMessage(pane, chat, { isRead: thread !== undefined, loadOlder: query.loadOlder })

  if (query.isError && !thread) {
    return (
      <section className="inbox-thread pad-24" aria-label={inbox.thread.label}>
        <ErrorPanel error={query.error} title={inbox.thread.failed} onRetry={() => query.refetch()} />
      </section>
    )
  }
  if (!conversation || !thread) {
    return <section className="inbox-thread" aria-label={inbox.thread.label} aria-busy="true" />
  }
  const canWrite = isSwitchable(conversation) && !isImpersonating
  const write = (next: Mode) => {
    setMode(next)
    requestAnimationFrame(() => field.current?.focus())
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const actions: Record<string, (() => void) | undefined> = {
      r: canWrite ? () => write('reply') : undefined,
      n: canWrite ? () => write('note') : undefined,
      e: canWrite ? () => void takeover.switchAi(chat, !conversation?.isAiOff) : undefined,
      j: () => moveIn(pane.current, 1),
      k: () => moveIn(pane.current, -1),
    }
    const action = isPlainKey(event) ? actions[event.key] : undefined
    if (action) {
      event.preventDefault()
      action()
    }
  }

  return (
    <section
      ref={pane}
      className="inbox-thread stack shrinks-y shrinks"
      aria-label={inbox.thread.label}
      onKeyDown={onKeyDown}
    >
      <ThreadHead
        conversation={conversation}
        canWrite={canWrite}
        isSwitching={takeover.isSwitching}
        onSwitch={(disabled) => {
          void takeover.switchAi(chat, disabled)
          if (disabled) {
            write('reply')
          }
        }}
        onBack={onBack}
        onDetails={onDetails}
        onRemove={onRemove && (() => onRemove(conversation))}
      />
      <OffBanner conversation={conversation} canWrite={canWrite} onHandBack={() => setHandingBack(true)} />
      <ThreadList
        key={keyOf(chat)}
        chat={chat}
        thread={thread}
        takeover={takeover}
        loadOlder={query.loadOlder}
        {...views}
      />
      {canWrite ? (
        <ReplyBox
          key={`${mode} ${keyOf(chat)}`}
          conversation={conversation}
          isOwn={isOwn}
          takeover={takeover}
          mode={mode}
          onMode={write}
          field={field}
          presence={presence}
        />
      ) : (
        <p className="inbox-silent text-13 line-18 text-secondary">
          {isImpersonating ? inbox.takeover.impersonating : inbox.takeover.notSwitchable}
        </p>
      )}
      {isHandingBack && (
        <HandBackDialog
          messages={thread.messages}
          since={conversation.switchedDate}
          onHandBack={(summary) => takeover.handBack(chat, summary)}
          onClose={() => setHandingBack(false)}
        />
      )}
    </section>
  )
}

/** Read means: open here, in a window that is looked at. */
function useMarkRead(conversation: Conversation | undefined, isImpersonating: boolean) {
  const { store, putConversation } = useLiveInbox()
  const { mutate } = trpc.inbox.markRead.useMutation()
  const { flowId, chatId, unread = 0 } = conversation ?? {}
  useEffect(() => {
    if (flowId === undefined || chatId === undefined || unread === 0 || isImpersonating) {
      return undefined
    }
    const mark = () => {
      if (document.visibilityState === 'visible') {
        mutate({ flowId, chatId })
        const known = store.getState().conversations.get(keyOf({ flowId, chatId }))
        if (known) {
          putConversation({ ...known, unread: 0 })
        }
      }
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [flowId, chatId, unread, isImpersonating, mutate, store, putConversation])
}

/** A key without modifiers, pressed outside fields. */
export function isPlainKey({ ctrlKey, metaKey, altKey, target }: KeyboardEvent | globalThis.KeyboardEvent) {
  const isField =
    target instanceof Element && target.closest('input, textarea, select, [role="listbox"], [role="menu"]')
  return !(ctrlKey || metaKey || altKey || isField)
}

/** Moves the focus to the next message, or the one before. */
function moveIn(pane: HTMLElement | null, step: 1 | -1) {
  const messages = [...(pane?.querySelectorAll<HTMLElement>('[data-id]') ?? [])]
  const focused = messages.findIndex((each) => each.contains(document.activeElement))
  const next = messages[focused === -1 ? messages.length - 1 : focused + step]
  next?.focus()
  next?.click()
}
