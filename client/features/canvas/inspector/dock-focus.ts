import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSync } from '../draft/sync-store.ts'
import type { CanvasStore } from '../store/canvas-store.ts'
import type { Dock } from '../store/surface.ts'
import { useCanvasStore } from '../store/use-canvas.ts'

/** Opens a page of the side panel and moves the focus there. */
export function goToDock(store: CanvasStore, dock: Dock) {
  flushSync(() => store.getState().put({ dock }))
  document
    .querySelector<HTMLElement>('.dock-right > .tab-bar [role=tab][aria-selected=true]')
    ?.focus({ preventScroll: true })
}

/** Returns the focus to where it was, or to the canvas. */
export function leaveDock(from: Element | null | undefined) {
  const isThere = from instanceof HTMLElement && from.isConnected && from !== document.body
  const to = isThere
    ? from
    : (document.querySelector<HTMLElement>('.phone-outline button') ??
      document.querySelector<HTMLElement>('.canvas-room'))
  to?.focus({ preventScroll: true })
}

/** The chat beside the canvas. Saves the draft before a question, and opens automatically for an initial one. */
export function useChatDock(askFirst: string | undefined) {
  const store = useCanvasStore()
  const sync = useSync()
  const [chatRequested, setChatRequested] = useState(0)

  const openChat = useCallback(async () => {
    store.getState().flushDrafts()
    await sync.send()
    store.getState().put({ dock: 'chat' })
  }, [sync, store])

  const first = useRef(askFirst)
  useEffect(() => {
    if (first.current !== undefined) {
      first.current = undefined
      store.getState().put({ dock: 'chat' })
    }
  }, [store])

  function toggleChat() {
    if (store.getState().dock === 'chat') {
      store.getState().put({ dock: undefined })
    } else {
      void openChat().then(() => {
        goToDock(store, 'chat')
        setChatRequested((count) => count + 1)
      })
    }
  }

  return { openChat, toggleChat, chatRequested }
}
