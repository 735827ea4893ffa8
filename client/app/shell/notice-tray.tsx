import './notice-tray.css'
import { Button, IconButton } from '@mui/joy'
import { Bell, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { toneDots, useKeptToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'

/** The bell: what was said lower left, to be read again. */
export function NoticeTray() {
  const { overlays } = useTexts()
  const { unread, markRead } = useKeptToasts()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const tray = useRef<HTMLDivElement>(null)
  useElsewhere(tray, isOpen, () => setOpen(false))

  // What comes while the list is open is read with it.
  useEffect(() => {
    if (isOpen && unread > 0) {
      markRead()
    }
  }, [isOpen, unread, markRead])

  const name = unread > 0 ? overlays.notices.buttonUnread(unread) : overlays.notices.title
  function close() {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div ref={tray} className="notice-tray">
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
        {unread > 0 && <span className="notice-count" aria-hidden="true" />}
      </IconButton>
      {isOpen && <NoticePanel onClose={close} />}
    </div>
  )
}

function NoticePanel({ onClose }: { onClose: () => void }) {
  const { overlays, common } = useTexts()
  const { toasts, clear } = useKeptToasts()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])

  return (
    <div
      ref={panel}
      className="notice-panel"
      role="dialog"
      aria-label={overlays.notices.title}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className="notice-head">
        <h2>{overlays.notices.title}</h2>
        {toasts.length > 0 && (
          <Button size="sm" variant="plain" color="neutral" onClick={clear}>
            {overlays.notices.clear}
          </Button>
        )}
        <IconButton size="sm" variant="plain" aria-label={common.close} onClick={onClose}>
          <X size={16} />
        </IconButton>
      </div>
      {toasts.length === 0 ? (
        <p className="notice-none">{overlays.notices.none}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard, too
        <ol tabIndex={0} aria-label={overlays.notices.title}>
          {toasts.map(({ id, tone, text, at }) => (
            <li key={id}>
              <StatusDot state={toneDots[tone]} />
              <span>
                {tone === 'error' && <span className="visually-hidden">{overlays.notices.error} </span>}
                {text}
              </span>
              <small>
                <RelativeTime iso={at} />
              </small>
            </li>
          ))}
        </ol>
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
