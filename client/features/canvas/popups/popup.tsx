import {
  type CSSProperties,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import type { Point } from '../graph/flow-graph.ts'
import './popup.css'

export type PopupPlace = Point | Element

type Props = {
  at: PopupPlace
  label: string
  onClose: () => void
  children: ReactNode
  role?: 'dialog' | 'menu' | 'group' | 'status'
  width?: number
  /** Becomes a bottom sheet on small screens. */
  sheet?: boolean
  className?: string
}

const margin = 8
const unseen: CSSProperties = { opacity: 0 }

/** Floats at a place, closes on Escape or an outside click, and restores the focus. */
export function Popup({
  at,
  label,
  onClose,
  children,
  role = 'dialog',
  width,
  sheet,
  className = '',
}: Props) {
  const box = useRef<HTMLDivElement>(null)
  // Read during the first render: children take the focus before any effect of this component.
  const [before] = useState(rememberFocus)

  // Set directly on the element, with opacity instead of `hidden`: children need the focus at once, which hidden
  // elements cannot have, and with reduced motion nothing would appear without a short transition.
  useLayoutEffect(() => {
    if (box.current) {
      box.current.style.width = width ? `${width}px` : ''
      Object.assign(box.current.style, placeAt(at, box.current), { opacity: '1' })
    }
  }, [at, width])

  useEffect(() => {
    const closeOutside = (event: Event) => {
      const inside = box.current?.contains(event.target as Node) || isInLaterPopup(event.target, box.current)
      if (!inside) {
        onClose()
      }
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && isTopmost(box.current)) {
        event.preventDefault()
        event.stopImmediatePropagation()
        onClose()
      }
    }
    addEventListener('keydown', closeOnEscape, true)
    addEventListener('pointerdown', closeOutside, true)
    addEventListener('wheel', closeOutside, { capture: true, passive: true })
    addEventListener('resize', onClose)
    return () => {
      removeEventListener('keydown', closeOnEscape, true)
      removeEventListener('pointerdown', closeOutside, true)
      removeEventListener('wheel', closeOutside, true)
      removeEventListener('resize', onClose)
      if (focusIsLost()) {
        backTo(before)?.focus({ preventScroll: true })
      }
    }
  }, [onClose, before])

  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps events from what it floats above
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: every role it is given takes a name
    <div
      ref={box}
      className={`popup backdrop-popup body-13 fixed stack clips text-primary outlined ${className}`}
      style={unseen}
      role={role}
      aria-label={label}
      data-sheet={sheet || undefined}
      data-popup=""
      onKeyDown={stop}
      {...silent}
    >
      {children}
    </div>,
    homeOf(at),
  )
}

/** The surrounding dialog, which hides everything else from assistive technology, else the main landmark. */
function homeOf(at: PopupPlace) {
  const dialog = at instanceof Element ? at.closest('.MuiModal-root') : null
  return dialog ?? document.querySelector('.workspace-main') ?? document.body
}

// React events bubble from a popup to the card that opened it, which must not handle its clicks.
const stop = (event: SyntheticEvent) => event.stopPropagation()
const silent = {
  onClick: stop,
  onDoubleClick: stop,
  onMouseDown: stop,
  onPointerDown: stop,
  onContextMenu: stop,
  onWheel: stop,
}

function focusIsLost() {
  return document.activeElement === null || document.activeElement === document.body
}

const focusable = 'button:not(:disabled, [tabindex="-1"]), input:not(:disabled), [tabindex="0"]'

/** The previously focused element, or, if it is gone, its nearest focusable ancestor or the canvas. */
function backTo(path: readonly Element[]): HTMLElement | null {
  const there = path.find((each) => each.isConnected && each !== document.body)
  if (there === path[0] && there instanceof HTMLElement) {
    return there
  }
  const inside = there?.closest('[data-outline], .dock-right') ? there : undefined
  return (
    there?.closest<HTMLElement>('[data-node]') ??
    inside?.querySelector<HTMLElement>(focusable) ??
    document.querySelector<HTMLElement>('.canvas-room')
  )
}

/** The focused element and its ancestors. */
function rememberFocus(): Element[] {
  const path: Element[] = []
  for (let each = document.activeElement; each; each = each.parentElement) {
    path.push(each)
  }
  return path
}

function isTopmost(own: Element | null) {
  return own !== null && [...document.querySelectorAll('[data-popup]')].at(-1) === own
}

function isInLaterPopup(target: EventTarget | null, own: Element | null) {
  const other = target instanceof Element ? target.closest('[data-popup]') : null
  return Boolean(other && own && own.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)
}

function placeAt(at: PopupPlace, box: HTMLElement) {
  const { width, height } = box.getBoundingClientRect()
  const anchor = at instanceof Element ? at.getBoundingClientRect() : new DOMRect(at.x, at.y, 0, 0)
  const gap = at instanceof Element ? 4 : 0
  const below = anchor.bottom + gap
  const roomy = below + height + margin <= innerHeight
  const top = roomy ? below : Math.max(margin, anchor.top - gap - height)
  return {
    left: `${Math.max(margin, Math.min(anchor.left, innerWidth - width - margin))}px`,
    top: `${Math.min(top, Math.max(margin, innerHeight - height - margin))}px`,
    minWidth: `${Math.min(anchor.width, innerWidth - 2 * margin)}px`,
  }
}
