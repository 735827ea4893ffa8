import './corner-panel.css'
import { IconButton } from '@mui/joy'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTexts } from '#client/texts/texts.tsx'

type Props = {
  title: ReactNode
  actions?: ReactNode
  footer?: ReactNode
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog in the corner below the header, without a backdrop: the page stays usable beside it. Takes the focus, gives
 * it back, and closes on Escape. Full screen on a phone.
 */
export function CornerPanel({ title, actions, footer, onClose, children }: Props) {
  const { common } = useTexts()
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  const [before] = useState(() => document.activeElement)

  useEffect(() => {
    const opened = panel.current
    opened?.focus({ preventScroll: true })
    return () => {
      const isInside = opened?.contains(document.activeElement) || document.activeElement === document.body
      if (isInside && before instanceof HTMLElement && before.isConnected) {
        before.focus({ preventScroll: true })
      }
    }
  }, [before])

  return createPortal(
    <section
      ref={panel}
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      className="corner-panel stack fixed backdrop-popup outlined no-outline text-primary"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) {
          event.stopPropagation()
          onClose()
        }
      }}
    >
      <div className="corner-head row gap-8 rigid line-below">
        <h2 id={id} className="row gap-10 grows shrinks flush text-16 semibold">
          {title}
        </h2>
        {actions}
        <IconButton size="sm" variant="plain" aria-label={common.close} onClick={onClose}>
          <X size={16} />
        </IconButton>
      </div>
      <div className="corner-body stack scrolls shrinks-y grows">{children}</div>
      {footer && <div className="corner-foot row wraps gap-10 rigid line-above">{footer}</div>}
    </section>,
    document.body,
  )
}
