import './notice-tray.css'
import { Button, IconButton } from '@mui/joy'
import { Bell, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { usePastToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { Notification } from '#shared/notifications.ts'
import { NoticeList, useNotices } from './notice-list.tsx'
import { useNotifications } from './use-notifications.ts'

export function NoticeTray() {
  const { overlays } = useTexts()
  const toasts = usePastToasts()
  const notifications = useNotifications()
  const unread = toasts.unread + notifications.unread
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const tray = useRef<HTMLDivElement>(null)
  useElsewhere(tray, isOpen, () => setOpen(false))

  useReadWhileOpen(isOpen, toasts)
  useReadWhileOpen(isOpen, notifications)

  const name = unread > 0 ? overlays.notices.buttonUnread(unread) : overlays.notices.title
  function close() {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div ref={tray} className="notice-tray relative">
      <IconButton
        ref={button}
        variant="plain"
        color="neutral"
        aria-label={name}
        title={name}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Bell size={16} />
        {unread > 0 && <span className="notice-count absolute backdrop-solid circle" aria-hidden="true" />}
      </IconButton>
      {isOpen && <NoticePanel notifications={notifications.items} onClose={close} />}
    </div>
  )
}

/** Notifications that arrive while the list is open count as read. */
function useReadWhileOpen(isOpen: boolean, { unread, markRead }: { unread: number; markRead: () => void }) {
  useEffect(() => {
    if (isOpen && unread > 0) {
      markRead()
    }
  }, [isOpen, unread, markRead])
}

type PanelProps = { notifications: readonly Notification[]; onClose: () => void }

function NoticePanel({ notifications, onClose }: PanelProps) {
  const { overlays, common } = useTexts()
  const { toasts, clear } = usePastToasts()
  const notices = useNotices(notifications, onClose)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])

  return (
    <div
      ref={panel}
      className="notice-panel stack absolute text-primary outlined backdrop-popup raised round-lg"
      role="dialog"
      aria-label={overlays.notices.title}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className="notice-head row gap-4 rigid">
        <h2 className="grows">{overlays.notices.title}</h2>
        {toasts.length > 0 && (
          <Button size="sm" variant="plain" color="neutral" onClick={clear}>
            {overlays.notices.clear}
          </Button>
        )}
        <IconButton size="sm" variant="plain" aria-label={common.close} onClick={onClose}>
          <X size={16} />
        </IconButton>
      </div>
      {notices.length === 0 ? (
        <p className="notice-none text-13 line-18 text-tertiary">{overlays.notices.none}</p>
      ) : (
        <NoticeList notices={notices} />
      )}
    </div>
  )
}

function useElsewhere(tray: React.RefObject<HTMLElement | null>, isOpen: boolean, onElsewhere: () => void) {
  const latest = useRef(onElsewhere)
  latest.current = onElsewhere
  useEffect(() => {
    if (!isOpen) {
      return undefined
    }
    const onElse = ({ target }: Event) => {
      if (target instanceof Node && !tray.current?.contains(target)) {
        latest.current()
      }
    }
    addEventListener('pointerdown', onElse)
    addEventListener('focusin', onElse)
    return () => {
      removeEventListener('pointerdown', onElse)
      removeEventListener('focusin', onElse)
    }
  }, [isOpen, tray])
}
