import './toasts.css'
import { Button, IconButton } from '@mui/joy'
import { X } from 'lucide-react'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { type DotState, StatusDot } from './status-dot.tsx'
import {
  addPastToast,
  addToast,
  type PastToast,
  type Toast,
  type ToastAction,
  type ToastTone,
} from './toast-queue.ts'
import { onStorageChange, readStored } from './use-storage.ts'

type Toasts = {
  success: (text: ReactNode, action?: ToastAction) => void
  info: (text: ReactNode, action?: ToastAction) => void
  error: (text: ReactNode, action?: ToastAction) => void
}
type Stored = {
  toasts: readonly PastToast[]
  unread: number
  markRead: () => void
  clear: () => void
}
const ToastContext = createContext<Toasts | undefined>(undefined)
const PastToastsContext = createContext<Stored | undefined>(undefined)

const SHOWN_MS = 5_000
let lastId = 0

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([])
  const [stored, setStored] = useState<PastToast[]>([])
  const [unread, setUnread] = useState(0)

  const dismiss = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), [])
  const clear = useCallback(() => {
    setStored([])
    setUnread(0)
  }, [])
  const markRead = useCallback(() => setUnread(0), [])
  useForgetWithSession(clear)

  const api = useMemo<Toasts>(() => {
    const show = (tone: ToastTone) => (text: ReactNode, action?: ToastAction) => {
      lastId += 1
      const toast = { id: lastId, tone, text, action }
      setToasts((all) => addToast(all, toast))
      setStored((all) => addPastToast(all, { id: toast.id, tone, text, at: new Date().toISOString() }))
      setUnread((count) => count + 1)
    }
    return { success: show('success'), info: show('info'), error: show('error') }
  }, [])
  const pastApi = useMemo(
    () => ({ toasts: stored, unread, markRead, clear }),
    [stored, unread, markRead, clear],
  )

  return (
    <ToastContext value={api}>
      <PastToastsContext value={pastApi}>
        {children}
        <ToastStack toasts={toasts} onDismiss={dismiss} />
      </PastToastsContext>
    </ToastContext>
  )
}

export function useToasts(): Toasts {
  return useWithin(ToastContext)
}

export function usePastToasts(): Stored {
  return useWithin(PastToastsContext)
}

function useWithin<Value>(context: React.Context<Value | undefined>): Value {
  const value = use(context)
  if (!value) {
    throw new Error('There is no ToastProvider above this component.')
  }
  return value
}

/** Clears the history when the session changes: toasts of one user must not reach the next. */
function useForgetWithSession(forget: () => void) {
  useEffect(() => {
    let before = readStored('token')
    return onStorageChange(() => {
      const now = readStored('token')
      if (before !== undefined && now === undefined) {
        forget()
      }
      before = now
    })
  }, [forget])
}

type StackProps = { toasts: Toast[]; onDismiss: (id: number) => void }

function ToastStack({ toasts, onDismiss }: StackProps) {
  const { common } = useTexts()
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const section = useRef<HTMLElement>(null)
  const cameFrom = useRef<Element>(undefined)

  // Elements removed under the pointer or focus fire no leave or blur event.
  if (toasts.length === 0 && (isPointed || isFocused)) {
    setPointed(false)
    setFocused(false)
  }

  function dismiss(id: number) {
    const hadFocus = section.current?.contains(document.activeElement)
    onDismiss(id)
    if (hadFocus) {
      // Moves the focus to the next toast, else back to the previous element.
      setTimeout(() => {
        const next = section.current?.querySelector<HTMLElement>('[data-dismiss]') ?? cameFrom.current
        if (next instanceof HTMLElement && next.isConnected) {
          next.focus()
        }
      })
    }
  }

  return (
    <section
      ref={section}
      className="toasts gap-8"
      // Without toasts the region is not a landmark.
      aria-label={toasts.length > 0 ? common.notifications : undefined}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={({ relatedTarget }) => {
        if (!isFocused) {
          cameFrom.current = relatedTarget ?? undefined
        }
        setFocused(true)
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) {
          setFocused(false)
        }
      }}
    >
      {/* It is there before the news: screen readers do not hear what comes together with its region. */}
      <div className="toasts-news" role="status" aria-atomic="false" aria-relevant="additions">
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} isHeld={isPointed || isFocused} onDismiss={dismiss} />
        ))}
      </div>
    </section>
  )
}

export const toneDots: Record<ToastTone, DotState> = { success: 'live', info: 'news', error: 'problem' }

type CardProps = { toast: Toast; isHeld: boolean; onDismiss: (id: number) => void }

function ToastCard({ toast: { id, tone, text, action }, isHeld, onDismiss }: CardProps) {
  const { common } = useTexts()
  const goes = useRef(onDismiss)
  goes.current = onDismiss
  useEffect(() => {
    if (tone === 'error' || isHeld) {
      return
    }
    const timer = setTimeout(() => goes.current(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id, tone, isHeld])

  const act = () => {
    action?.onClick()
    onDismiss(id)
  }
  return (
    <div
      className="toast row gap-10 text-14 line-20 text-primary outlined round-md"
      data-tone={tone}
      data-testid="toast"
      role={tone === 'error' ? 'alert' : undefined}
    >
      <StatusDot state={toneDots[tone]} />
      <span className="grows shrinks">{text}</span>
      {action && (
        <Button size="sm" variant="plain" onClick={act}>
          {action.label}
        </Button>
      )}
      <IconButton
        size="sm"
        variant="plain"
        data-dismiss
        aria-label={common.dismiss}
        onClick={() => onDismiss(id)}
      >
        <X size={16} />
      </IconButton>
    </div>
  )
}
