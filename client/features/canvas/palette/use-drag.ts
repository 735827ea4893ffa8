import { type DragEvent, type PointerEvent, useEffect, useRef } from 'react'
import type { NodeSummary } from '#shared/node-summaries.ts'
import type { Point } from '../graph/flow-graph.ts'
import { dragType } from '../store/insert.ts'

const holdMs = 350
/** A finger that moves further before the delay ends scrolls instead. */
const slip = 8

type Held = { template: NodeSummary; start: Point; ghost: HTMLElement | undefined }

/** Native drag and drop does not work on touch screens: a long press drags the row. */
export function useTouchDrag(onDrop: (template: NodeSummary, at: Point) => void) {
  const held = useRef<Held>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function end() {
    clearTimeout(timer.current)
    held.current?.ghost?.remove()
    held.current = undefined
  }
  useEffect(() => {
    // Blocks scrolling only during a drag; React attaches touch listeners as passive.
    const still = (event: TouchEvent) => held.current?.ghost && event.preventDefault()
    document.addEventListener('touchmove', still, { passive: false })
    return () => {
      document.removeEventListener('touchmove', still)
      clearTimeout(timer.current)
      held.current?.ghost?.remove()
    }
  }, [])

  return (template: NodeSummary) => ({
    onPointerDown({ pointerType, clientX: x, clientY: y, currentTarget }: PointerEvent<HTMLElement>) {
      if (pointerType === 'mouse') {
        return
      }
      held.current = { template, start: { x, y }, ghost: undefined }
      timer.current = setTimeout(() => {
        if (held.current) {
          held.current.ghost = makeGhost(currentTarget, { x, y })
          navigator.vibrate?.(10)
        }
      }, holdMs)
    },
    onPointerMove({ clientX: x, clientY: y }: PointerEvent<HTMLElement>) {
      const { start, ghost } = held.current ?? {}
      if (ghost) {
        moveTo(ghost, { x, y })
      } else if (start && Math.hypot(x - start.x, y - start.y) > slip) {
        end()
      }
    },
    onPointerUp({ clientX: x, clientY: y }: PointerEvent<HTMLElement>) {
      const dropped = held.current?.ghost ? held.current.template : undefined
      end()
      if (dropped && document.elementFromPoint(x, y)?.closest('.canvas-room')) {
        onDrop(dropped, { x, y })
      }
    },
    onPointerCancel: end,
    onContextMenu(event: { preventDefault: () => void }) {
      // A long press would open the browser's menu.
      if (held.current) {
        event.preventDefault()
      }
    },
  })
}

function makeGhost(row: HTMLElement, at: Point): HTMLElement {
  const ghost = row.cloneNode(true) as HTMLElement
  ghost.removeAttribute('id')
  ghost.className = 'palette-node dock-row palette-ghost'
  ghost.setAttribute('aria-hidden', 'true')
  ;(document.querySelector('.workspace') ?? document.body).append(ghost)
  moveTo(ghost, at)
  return ghost
}

function moveTo(ghost: HTMLElement, { x, y }: Point) {
  ghost.style.transform = `translate(${x - 120}px, ${y - 22}px)`
}

/** Dragging of rows that are not node kinds; `onDrop` gets window coordinates. */
export function useDrop() {
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  return (name: string, onDrop: (at: Point) => void) => ({
    draggable: true,
    onDragStart(event: DragEvent) {
      event.dataTransfer.setData(dragType, name)
      event.dataTransfer.effectAllowed = 'copy'
      // The canvas itself handles drops of node kinds only.
      const acceptDrop = (dropped: globalThis.DragEvent) => {
        if (dropped.target instanceof Element && dropped.target.closest('.canvas-room')) {
          dropped.preventDefault()
          onDrop({ x: dropped.clientX, y: dropped.clientY })
        }
      }
      document.addEventListener('drop', acceptDrop, true)
      stop.current = () => document.removeEventListener('drop', acceptDrop, true)
    },
    onDragEnd: () => stop.current?.(),
  })
}
