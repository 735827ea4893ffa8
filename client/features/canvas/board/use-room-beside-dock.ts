import { useEffect, useRef } from 'react'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import type { View } from './use-view.ts'

/**
 * A dock takes room from the canvas. Beside the chat all of the flow stays in sight, to follow the answer on it; beside
 * the inspector the card it is about.
 */
export function useRoomBesideDock(view: View) {
  const store = useCanvasStore()
  const dock = useCanvas((state) => state.dock)
  useEffect(() => {
    const [selected] = store.getState().selectedNodes
    const timer = setTimeout(() => {
      if (dock === 'chat') {
        view.fitIfHidden()
      } else if (dock === 'inspector' && selected !== undefined) {
        view.keepInSight(selected)
      }
    }, 120)
    const release =
      dock === 'inspector' && selected !== undefined
        ? onRoomChange(view, () => view.keepInSight(selected))
        : undefined
    return () => {
      clearTimeout(timer)
      release?.()
    }
  }, [dock, view, store])
  // A flow that was left on a wide screen would be cut off on a phone, where the canvas is not what one sees first.
  const isShown = useCanvas(({ phoneTab }) => phoneTab === 'canvas')
  const wasShown = useRef(false)
  useEffect(() => {
    if (isShown && !wasShown.current && innerWidth < 600) {
      wasShown.current = true
      if (store.getState().selectedNodes.length === 0) {
        view.fitIfHidden()
      }
    }
  }, [isShown, view, store])
}

const inputs = ['pointerdown', 'keydown', 'wheel'] as const

/**
 * Follows the room of the canvas until the next input: an inspector may take its room late, and what a user has moved
 * since is not moved again.
 */
function onRoomChange(view: View, follow: () => void) {
  const release = new AbortController()
  const room = view.room()
  const width = room?.clientWidth
  // The first call comes without a change.
  const observer = new ResizeObserver(() => room?.clientWidth !== width && follow())
  if (room) {
    observer.observe(room)
  }
  release.signal.addEventListener('abort', () => observer.disconnect())
  for (const type of inputs) {
    addEventListener(type, () => release.abort(), { capture: true, signal: release.signal })
  }
  return () => release.abort()
}
