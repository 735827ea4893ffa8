import { resizeNode } from '../graph/areas.ts'
import { moveNodes } from '../graph/edit.ts'
import type { Point } from '../graph/flow-graph.ts'
import { askTidy, type ElkBox, readTidy } from '../graph/tidy.ts'
import type { CanvasStore } from '../store/canvas-store.ts'
import { sizesOf } from '../store/view.ts'

const glideMs = 240

/** Lays out what is selected, or everything, from left to right: one step, seen as a movement. */
export async function tidyUp(store: CanvasStore, layOut: (question: ElkBox) => Promise<ElkBox>) {
  const { graph, selectedNodes, flowNodes, history } = store.getState()
  const sizes = sizesOf(flowNodes)
  const question = askTidy(graph, selectedNodes, sizes)
  const answer = await layOut(question)
  // Whoever went on working meanwhile keeps what was done.
  if (store.getState().history.revision !== history.revision) {
    return
  }
  const tidied = readTidy(answer, graph, sizes)
  await glide(store, tidied.places)
  store
    .getState()
    .act({ name: 'tidy', count: tidied.places.size }, (before) =>
      [...tidied.sizes].reduce(
        (changed, [id, size]) => resizeNode(changed, id, size),
        moveNodes(before, tidied.places),
      ),
    )
}

/** Moves the cards in sight only: the flow itself changes once, at the end. */
function glide(store: CanvasStore, places: ReadonlyMap<string, Point>): Promise<void> {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    return Promise.resolve()
  }
  const from = new Map(store.getState().flowNodes.map(({ id, position }) => [id, position]))
  const begun = performance.now()
  return new Promise((resolve) => {
    const step = (now: number) => {
      const share = Math.max(0, Math.min(1, (now - begun) / glideMs))
      const eased = 1 - (1 - share) ** 3
      store.getState().changeNodes(
        [...places].map(([id, to]) => {
          const start = from.get(id) ?? to
          const position = { x: start.x + (to.x - start.x) * eased, y: start.y + (to.y - start.y) * eased }
          return { id, type: 'position', position }
        }),
      )
      if (share < 1) {
        requestAnimationFrame(step)
      } else {
        resolve()
      }
    }
    requestAnimationFrame(step)
  })
}
