import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { nameOfFile } from '#client/components/flow-import/describe-flow.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useFileDrop } from '#client/components/use-file-drop.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useFlowState } from '../painting/painting.tsx'
import { useCanvasStore } from '../store/use-canvas.ts'
import type { View } from './use-view.ts'

/** Where the pointer was last seen: pasted things go there. */
export function usePointer() {
  const place = useRef<{ x: number; y: number }>(undefined)
  const follow = useCallback(({ clientX: x, clientY: y }: { clientX: number; clientY: number }) => {
    place.current = { x, y }
  }, [])
  return { place, follow }
}

/**
 * Whether Shift is held, and for reactflow whether a click adds to the selection. Its own key watcher loses a key that is
 * let go over a text field and then takes none any more: ours asks every event what is held.
 */
export function useModifiers(): boolean {
  const flow = useFlowState()
  const [shift, setShift] = useState(false)

  useEffect(() => {
    const note = ({ shiftKey, ctrlKey, metaKey }: KeyboardEvent | PointerEvent) => {
      setShift(shiftKey)
      flow.setMultiSelection(shiftKey || ctrlKey || metaKey)
    }
    const forget = () => setShift(false)
    const types = ['keydown', 'keyup', 'pointerdown', 'pointermove'] as const
    for (const type of types) {
      addEventListener(type, note, { capture: true, passive: true })
    }
    addEventListener('blur', forget)
    return () => {
      for (const type of types) {
        removeEventListener(type, note, { capture: true })
      }
      removeEventListener('blur', forget)
    }
  }, [flow])

  return shift
}

/** So soon after a step cards can be pressed again: quicker than a hand goes from moving the canvas to pointing at something. */
const openMs = 60
const restMs = 160

/**
 * Marks the room while the canvas is panned or zoomed: `now`, then `just` for a moment. Written straight to the element:
 * nothing has to be drawn for it. reactflow tells the end of a gesture only, not that of a glide: a pause between two steps is
 * the end of both.
 */
export function useMoving(room: RefObject<HTMLElement | null>) {
  return useMemo(() => {
    let opening: ReturnType<typeof setTimeout> | undefined
    let resting: ReturnType<typeof setTimeout> | undefined
    return {
      // Not when it begins: a mere press is the beginning of a move, too, and must stay a click.
      onMove() {
        clearTimeout(opening)
        clearTimeout(resting)
        const { current } = room
        // Written once: each writing would have the styles looked through again.
        if (current && current.dataset.moving !== 'now') {
          current.dataset.moving = 'now'
        }
        opening = setTimeout(() => current?.setAttribute('data-moving', 'just'), openMs)
        resting = setTimeout(() => current?.removeAttribute('data-moving'), restMs)
      },
    }
  }, [room])
}

const mostBytes = 20_000_000

/** A flow file that is dragged onto the canvas from outside is looked at before it is taken in. */
export function useFlowDrop(view: View) {
  const { canvasImport } = useTexts()
  const store = useCanvasStore()
  const toasts = useToasts()

  async function take(file: File, at: { x: number; y: number }) {
    if (!/\.json$/i.test(file.name)) {
      toasts.error(canvasImport.onlyJson)
    } else if (file.size > mostBytes) {
      toasts.error(canvasImport.tooLarge)
    } else {
      store.getState().put({ importing: { text: await file.text(), name: nameOfFile(file.name), at } })
    }
  }

  return useFileDrop(([file], { clientX, clientY }) => {
    if (file) {
      void take(file, view.toPlace({ x: clientX, y: clientY }))
    }
  })
}
