import { useCallback, useEffect, useRef, useState } from 'react'
import { useSync } from '../draft/sync-store.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import { goToDock } from './dock-focus.ts'

/** The chat beside the canvas: opened with what is drawn saved, and by itself when a question came along. */
export function useChatDock(askFirst: string | undefined) {
  const store = useCanvasStore()
  const sync = useSync()
  const [chatAsked, setChatAsked] = useState(0)

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
        setChatAsked((count) => count + 1)
      })
    }
  }

  return { openChat, toggleChat, chatAsked }
}
