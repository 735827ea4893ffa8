import { useEffect } from 'react'
import { useStoreApi } from 'reactflow'
import { type Box, contains, type Sight } from '../graph/free-place.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import { stripRoom, type View } from './use-view.ts'

/** Px of the screen around what is added; above a card its toolbar has to fit. */
const margin = { side: 24, top: 56 }
/** The small map and the room around it (mini-map.css). */
const map = { width: 200, height: 136, from: 800 }
/** Further away a card cannot be read. */
const readableZoom = 0.6

/** Lets whatever adds nodes put them where they are seen. */
export function useCamera(view: View) {
  const room = useStoreApi()
  const store = useCanvasStore()

  useEffect(() => {
    function sight(): Sight | undefined {
      const { width, height, transform } = room.getState()
      const [left, top, zoom] = transform
      if (width === 0 || height === 0) {
        return undefined
      }
      const toBox = (x: number, y: number, wide: number, high: number): Box => ({
        x: (x - left) / zoom,
        y: (y - top) / zoom,
        width: wide / zoom,
        height: high / zoom,
      })
      const hasMap = store.getState().minimap && width > map.from
      return {
        room: toBox(margin.side, margin.top, width - 2 * margin.side, height - margin.top - stripRoom),
        covered: hasMap ? [toBox(width - map.width, height - map.height, map.width, map.height)] : [],
      }
    }

    function isSeen(id: string): boolean {
      const node = room.getState().nodeInternals.get(id)
      const seen = sight()
      if (!(node && seen)) {
        return true
      }
      const { x, y } = node.positionAbsolute ?? node.position
      return contains(seen.room, { x, y, width: node.width ?? 320, height: node.height ?? 240 })
    }

    /** Once they are measured: all of the flow where that can be read, else the first of them. */
    function bringIn(ids: readonly string[]) {
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (!ids.every(isSeen)) {
            view.fitOrCentre(ids, readableZoom)
          }
        }),
      )
    }

    store.getState().put({ camera: { sight, bringIn } })
    return () => store.getState().put({ camera: undefined })
  }, [room, store, view])
}
