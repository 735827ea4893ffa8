import { type RefObject, useEffect } from 'react'
import { pasteClip, readClip, takeClip, writeClip } from '../graph/clip.ts'
import type { Point } from '../graph/flow-graph.ts'
import { removeNodes } from '../graph/remove.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import { isCanvasFocused } from './focus.ts'
import type { View } from './use-view.ts'

/** Copy, cut and paste of what is selected. In a text field the browser's own are left alone. */
export function useClipboard(
  room: RefObject<HTMLElement | null>,
  view: View,
  pointer: RefObject<Point | undefined>,
) {
  const store = useCanvasStore()

  useEffect(() => {
    function copy(event: ClipboardEvent): boolean {
      const { selectedNodes, graph } = store.getState()
      if (!isCanvasFocused(room.current) || selectedNodes.length === 0 || String(getSelection()) !== '') {
        return false
      }
      event.clipboardData?.setData('text/plain', writeClip(takeClip(graph, selectedNodes)))
      event.preventDefault()
      return true
    }

    function cut(event: ClipboardEvent) {
      if (copy(event)) {
        const { selectedNodes, act } = store.getState()
        act({ name: 'delete', count: selectedNodes.length }, (graph, templates) =>
          removeNodes(graph, selectedNodes, templates),
        )
      }
    }

    function paste(event: ClipboardEvent) {
      const clip = isCanvasFocused(room.current)
        ? readClip(event.clipboardData?.getData('text') ?? '')
        : undefined
      if (!clip || clip.nodes.length === 0) {
        return
      }
      event.preventDefault()
      const at = pointer.current ? view.toPlace(pointer.current) : view.centre()
      let ids: string[] = []
      store.getState().act({ name: 'paste', count: clip.nodes.length }, (graph) => {
        const pasted = pasteClip(graph, clip, at)
        ids = pasted.ids
        return pasted.graph
      })
      store.getState().select(ids)
    }

    document.addEventListener('copy', copy)
    document.addEventListener('cut', cut)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('cut', cut)
      document.removeEventListener('paste', paste)
    }
  }, [room, view, pointer, store])
}
