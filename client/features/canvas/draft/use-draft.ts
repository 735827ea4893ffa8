import { useCallback, useEffect, useRef, useState } from 'react'
import { logWarning } from '#client/api/log.ts'
import { onExpiry } from '#client/api/session.ts'
import { useUser } from '#client/api/use-session.ts'
import { readGraph, type Viewport, writeGraph } from '../graph/flow-graph.ts'
import type { CanvasStore } from '../store/canvas-store.ts'
import { isDirty } from '../store/document.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import { sizesOf } from '../store/view.ts'
import { type Draft, draftKey, findDraft, forgetDraft, keepDraft } from './draft-store.ts'

/** After the last change; a page that is closed sooner asks first anyway. */
const PAUSE_MS = 600

/**
 * Mirrors unsaved work into the browser, per user and flow, and finds what an earlier visit has left there. Saving, and
 * leaving on purpose, forget it; an expired session, a crash and a closed tab do not.
 */
export function useDraft(viewport: () => Viewport) {
  const store = useCanvasStore()
  const user = useUser()
  // Held: at the end of a session the user is already gone when the draft has still to be named.
  const owner = useRef<string>(undefined)
  owner.current = user?.id ?? (user?.username || owner.current)
  const [offered, setOffered] = useState<Draft>()
  const isAsking = useRef(true)
  const ownerName = owner.current

  useEffect(() => {
    if (ownerName === undefined) {
      return
    }
    findDraft(draftKey(ownerName, store.getState().saved?.id))
      .then((draft) => {
        isAsking.current = draft !== undefined
        setOffered(draft)
      })
      .catch((error) => {
        isAsking.current = false
        logWarning('This browser keeps no drafts.', error)
      })
  }, [ownerName, store])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // While an older draft waits for an answer nothing may be written over it.
    const mayWrite = () => owner.current !== undefined && !isAsking.current
    const write = async () => {
      clearTimeout(timer)
      if (!(mayWrite() && isDirty(store.getState()))) {
        return false
      }
      return keepDraft(draftOf(store, owner.current ?? '', viewport())).then(
        () => true,
        (error) => {
          logWarning('The draft could not be kept on this device.', error)
          return false
        },
      )
    }
    const stopWatching = store.subscribe((state, before) => {
      if (state.history !== before.history && isDirty(state)) {
        clearTimeout(timer)
        timer = setTimeout(write, PAUSE_MS)
      } else if (isDirty(before) && !isDirty(state) && mayWrite()) {
        clearTimeout(timer)
        void forget(owner.current ?? '', before.saved?.id)
      }
    })
    const stopKeeping = onExpiry(() => {
      store.getState().flushDrafts()
      return write()
    })
    addEventListener('pagehide', write)
    return () => {
      stopWatching()
      stopKeeping()
      removeEventListener('pagehide', write)
      clearTimeout(timer)
    }
  }, [store, viewport])

  const settle = useCallback(() => {
    isAsking.current = false
    setOffered(undefined)
  }, [])

  return {
    offered,
    /** As one step that can be taken back. */
    restore: useCallback(() => {
      if (offered) {
        const graph = readGraph(offered.flowData, offered.name)
        settle()
        store.getState().act({ name: 'load', count: graph.nodes.size }, () => graph)
      }
    }, [offered, settle, store]),
    discard: useCallback(() => {
      settle()
      void forget(owner.current ?? '', store.getState().saved?.id)
    }, [settle, store]),
  }
}

function draftOf(store: CanvasStore, owner: string, viewport: Viewport): Draft {
  const { graph, saved, flowNodes } = store.getState()
  return {
    key: draftKey(owner, saved?.id),
    name: graph.name,
    flowData: JSON.stringify(writeGraph(graph, { viewport, sizes: sizesOf(flowNodes) })),
    basedOn: saved?.updatedDate,
    at: new Date().toISOString(),
  }
}

async function forget(owner: string, flowId: string | undefined) {
  await forgetDraft(draftKey(owner, flowId)).catch((error) => logWarning('A draft is left behind.', error))
}
