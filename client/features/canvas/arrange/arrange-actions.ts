import type { ELK } from 'elkjs/lib/elk-api.js'
import { useCallback } from 'react'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { boxOf, carryMembers, frameNodes, isArea, resizeNode, unframe } from '../graph/areas.ts'
import {
  type Alignment,
  type Axis,
  align,
  distribute,
  type ElkBox,
  readTidy,
  tidyRequest,
} from '../graph/arrange.ts'
import { moveNodes } from '../graph/edit.ts'
import type { Point } from '../graph/flow-graph.ts'
import { sameWidth } from '../graph/size.ts'
import type { CanvasStore } from '../store/canvas-store.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import { sizesOf } from '../store/view.ts'

export function createArranging(store: CanvasStore) {
  function boxes() {
    const { graph, selectedNodes, flowNodes } = store.getState()
    const sizes = sizesOf(flowNodes)
    return new Map(
      selectedNodes.flatMap((id) => {
        const node = graph.nodes.get(id)
        return node ? [[id, boxOf(node, sizes)] as const] : []
      }),
    )
  }

  return {
    align(way: Alignment) {
      const places = align(boxes(), way)
      store
        .getState()
        .act({ name: 'align', count: places.size }, (graph) => moveNodes(graph, carryMembers(graph, places)))
    },

    distribute(axis: Axis) {
      const places = distribute(boxes(), axis)
      store
        .getState()
        .act({ name: 'align', count: places.size }, (graph) => moveNodes(graph, carryMembers(graph, places)))
    },

    sameWidth() {
      const widths = new Map([...boxes()].map(([id, { width }]) => [id, width]))
      store.getState().act({ name: 'sameWidth', count: widths.size }, (graph) => sameWidth(graph, widths))
    },

    group(title: string) {
      const { selectedNodes, flowNodes, act, select } = store.getState()
      let framed: string | undefined
      act({ name: 'frame', count: selectedNodes.length }, (graph) => {
        const made = frameNodes(graph, selectedNodes, title, sizesOf(flowNodes))
        framed = made?.id
        return made?.graph ?? graph
      })
      if (framed !== undefined) {
        select([framed])
        store.getState().put({ renaming: framed })
      }
    },

    ungroup() {
      const { selectedNodes, graph, act } = store.getState()
      const areas = selectedNodes.filter((id) => isArea(graph.nodes.get(id)))
      act({ name: 'unframe' }, (before) => unframe(before, areas))
    },
  }
}

export function useTidy() {
  const { board } = useTexts()
  const store = useCanvasStore()
  const toasts = useToasts()
  return useCallback(
    () => void tidyUp(store, layOut).catch(() => toasts.error(board.tidyFailed)),
    [store, toasts, board],
  )
}

const glideMs = 240

async function tidyUp(store: CanvasStore, layOut: (question: ElkBox) => Promise<ElkBox>) {
  const { graph, selectedNodes, flowNodes, history } = store.getState()
  const sizes = sizesOf(flowNodes)
  const question = tidyRequest(graph, selectedNodes, sizes)
  const answer = await layOut(question)
  // Edits made in the meantime win.
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

/** Animates only the rendered cards: the flow itself changes once, at the end. */
function glide(store: CanvasStore, places: ReadonlyMap<string, Point>): Promise<void> {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    return Promise.resolve()
  }
  const from = new Map(store.getState().flowNodes.map(({ id, position }) => [id, position]))
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const step = (now: number) => {
      const share = Math.max(0, Math.min(1, (now - startedAt) / glideMs))
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

let elk: Promise<ELK> | undefined

/** Lays out with ELK, in a worker that is fetched on first use and reused. */
async function layOut(question: ElkBox): Promise<ElkBox> {
  elk ??= openElk()
  return (await (await elk).layout({ ...question, id: question.id })) as ElkBox
}

async function openElk(): Promise<ELK> {
  const [{ default: Elk }, { default: address }] = await Promise.all([
    import('elkjs/lib/elk-api.js'),
    import('elkjs/lib/elk-worker.min.js?url'),
  ])
  return new Elk({ workerFactory: () => new Worker(address) })
}
