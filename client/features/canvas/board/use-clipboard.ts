import { type RefObject, useEffect, useRef } from 'react'
import { type Clip, isClip, pasteClip, readClip, toClip, writeClip } from '../graph/clip.ts'
import type { Point } from '../graph/flow-graph.ts'
import { removeNodes } from '../graph/remove.ts'
import { findFreeSpaceFor } from '../store/insert.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import { isCanvasFocused } from './focus.ts'
import type { View } from './use-view.ts'

/** Copy, cut and paste of the selection. Text fields keep the browser's own behaviour. */
export function useClipboard(
  container: RefObject<HTMLElement | null>,
  view: View,
  pointer: RefObject<Point | undefined>,
) {
  const store = useCanvasStore()
  const includesLinks = useRef(false)

  useEffect(() => {
    function copy(event: ClipboardEvent): boolean {
      const { selectedNodes, graph } = store.getState()
      if (
        !isCanvasFocused(container.current) ||
        selectedNodes.length === 0 ||
        String(getSelection()) !== ''
      ) {
        return false
      }
      event.clipboardData?.setData('text/plain', writeClip(toClip(graph, selectedNodes)))
      event.preventDefault()
      return true
    }

    function cut(event: ClipboardEvent) {
      if (copy(event)) {
        const { selectedNodes, act, locked } = store.getState()
        if (locked) {
          return
        }
        act({ name: 'delete', count: selectedNodes.length }, (graph, templates) =>
          removeNodes(graph, selectedNodes, templates),
        )
      }
    }

    /** The paste event has no modifier keys, so Shift is recorded from the keydown event. */
    function noteWay({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent) {
      if ((ctrlKey || metaKey) && key.toLowerCase() === 'v') {
        includesLinks.current = shiftKey
      }
    }

    function paste(event: ClipboardEvent) {
      const withIncoming = includesLinks.current
      includesLinks.current = false
      const text = event.clipboardData?.getData('text') ?? ''
      const clip = clipIn(text)
      if (!clip) {
        return
      }
      event.preventDefault()
      const at = pointer.current ? view.toPlace(pointer.current) : view.centre()
      if (isClip(text)) {
        putDown(clip, at, withIncoming)
      } else {
        store.getState().put({ importing: { text, name: '', at } })
      }
    }

    function clipIn(text: string): Clip | undefined {
      const clip = isCanvasFocused(container.current) ? readClip(text) : undefined
      return clip && clip.nodes.length > 0 ? clip : undefined
    }

    function putDown(clip: Clip, at: Point, withIncoming: boolean) {
      const kinds = clip.nodes.map(({ data }) => data.name)
      store.getState().withTemplates(kinds, () => {
        let ids: string[] = []
        store.getState().act({ name: 'paste', count: clip.nodes.length }, (graph) => {
          const pasted = pasteClip(graph, clip, findFreeSpaceFor(store, at, clip), withIncoming)
          ids = pasted.ids
          return pasted.graph
        })
        store.getState().select(ids)
        store.getState().camera?.panTo(ids)
      })
    }

    document.addEventListener('keydown', noteWay, true)
    document.addEventListener('copy', copy)
    document.addEventListener('cut', cut)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('keydown', noteWay, true)
      document.removeEventListener('copy', copy)
      document.removeEventListener('cut', cut)
      document.removeEventListener('paste', paste)
    }
  }, [container, view, pointer, store])
}
