import { useEffect, useState } from 'react'
import { getNodesBounds, getViewportForBounds } from 'reactflow'
import { isMany } from '../card/detail.ts'
import { viewportOf } from '../graph/flow-graph.ts'
import { isBlank } from '../start/is-blank.ts'
import type { CanvasState } from '../store/canvas-store.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import { fitPadding, stripRoom, type View } from './use-view.ts'

const headerHeight = 52
const paletteWidth = 300
/** Of the card of a start. */
const startWidth = 180

/** Where one left it; otherwise all of it, guessed for the first frame, which would else draw every card at full size. */
export function startOf({ graph, flowNodes, palette }: CanvasState, minZoom: number) {
  const left = viewportOf(graph)
  if (left) {
    return { defaultViewport: left }
  }
  if (isBlank({ graph })) {
    // Above what a blank canvas begins with.
    const room = innerWidth - (palette && innerWidth >= 900 ? paletteWidth : 0)
    return { defaultViewport: { x: (room - startWidth) / 2, y: 40, zoom: 1 } }
  }
  const width = innerWidth - (palette && innerWidth >= 900 ? paletteWidth : 0)
  const height = innerHeight - headerHeight - stripRoom
  return {
    // Of many nodes reactflow knows but a few; they are fitted by what is known of their sizes.
    fitView: !isMany(flowNodes.length),
    fitViewOptions: { padding: fitPadding, maxZoom: 1 },
    ...(flowNodes.length > 0 && {
      defaultViewport: getViewportForBounds(getNodesBounds(flowNodes), width, height, minZoom, 1, fitPadding),
    }),
  }
}

/** Shows all of a large flow nobody has looked at before, as soon as the room's size is known. */
export function useFirstView(view: View) {
  const store = useCanvasStore()
  const [isGuessed] = useState(() => {
    const { graph, flowNodes } = store.getState()
    return isMany(flowNodes.length) && !viewportOf(graph)
  })
  useEffect(() => {
    if (isGuessed) {
      view.fitAtOnce()
    }
  }, [isGuessed, view])
}
