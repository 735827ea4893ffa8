import './toasts.css'
import { Button, IconButton } from '@mui/joy'
import { X } from 'lucide-react'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { StatusDot } from './status-dot.tsx'
import { addToast, type Toast, type ToastAction, type ToastTone } from './toast-queue.ts'

type Toasts = {
  success: (text: ReactNode, action?: ToastAction) => void
  info: (text: ReactNode, action?: ToastAction) => void
  error: (text: ReactNode, action?: ToastAction) => void
}
const ToastContext = createContext<Toasts | undefined>(undefined)

const SHOWN_MS = 5_000
let lastId = 0

/** News at the lower left: three at most, five seconds each, errors until they are dismissed. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([])
  const [isHeld, setHeld] = useState(false)
  const { common } = useTexts()

  const dismiss = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), [])
  const api = useMemo<Toasts>(() => {
    const show = (tone: ToastTone) => (text: ReactNode, action?: ToastAction) => {
      lastId += 1
      const toast = { id: lastId, tone, text, action }
      setToasts((all) => addToast(all, toast))
    }
    return { success: show('success'), info: show('info'), error: show('error') }
  }, [])

  return (
    <ToastContext value={api}>
      {children}
      <section
        className="toasts"
        aria-label={common.notifications}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} isHeld={isHeld} onDismiss={dismiss} />
        ))}
      </section>
    </ToastContext>
  )
}

export function useToasts(): Toasts {
  const toasts = use(ToastContext)
  if (!toasts) {
    throw new Error('There is no ToastProvider above this component.')
  }
  return toasts
}

type CardProps = { toast: Toast; isHeld: boolean; onDismiss: (id: number) => void }

function ToastCard({ toast: { id, tone, text, action }, isHeld, onDismiss }: CardProps) {
  const { common } = useTexts()
  useEffect(() => {
    if (tone === 'error' || isHeld) {
      return
    }
    const timer = setTimeout(onDismiss, SHOWN_MS, id)
    return () => clearTimeout(timer)
  }, [id, tone, isHeld, onDismiss])

  const act = () => {
    action?.onClick()
    onDismiss(id)
  }
  return (
    <div className="toast" data-tone={tone} data-testid="toast" role={tone === 'error' ? 'alert' : 'status'}>
      <StatusDot state={({ success: 'live', info: 'working', error: 'problem' } as const)[tone]} />
      <span>{text}</span>
      {action && (
        <Button size="sm" variant="plain" onClick={act}>
          {action.label}
        </Button>
      )}
      <IconButton size="sm" variant="plain" aria-label={common.dismiss} onClick={() => onDismiss(id)}>
        <X size={16} />
      </IconButton>
    </div>
  )
}
