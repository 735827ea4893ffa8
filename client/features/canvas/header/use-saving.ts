import { useCallback, useRef } from 'react'
import { useNavigate } from 'react-router'
import { toAppError } from '#client/api/errors.ts'
import { trpc } from '#client/api/trpc.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { SavedFlow } from '#shared/flows.ts'
import { type Graph, readGraph, type Viewport, writeGraph } from '../graph/flow-graph.ts'
import type { CanvasState } from '../store/canvas-store.ts'
import { isDirty, type SavedMark } from '../store/document.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import { sizesOf } from '../store/view.ts'

export type ConflictAnswer = 'overwrite' | 'reload' | 'cancel'

type Options = {
  viewport: () => Viewport
  /** Told of a first save before the address changes. */
  onCreated: (id: string) => void
  /** Asked when somebody else has saved meanwhile. */
  askConflict: () => Promise<ConflictAnswer>
}

/** Saving, first and later times. Answers whether what is on the canvas is now what the server has. */
export function useSaving({ viewport, onCreated, askConflict }: Options) {
  const store = useCanvasStore()
  const utils = trpc.useUtils()
  const create = trpc.flows.create.useMutation()
  const update = trpc.flows.update.useMutation()
  const navigate = useNavigate()
  const toasts = useToasts()
  const errorText = useErrorText()
  const running = useRef<Promise<boolean>>(undefined)

  async function write(saved: SavedMark | undefined) {
    const { graph, history, flowNodes } = store.getState()
    const input = { name: graph.name, flowData: asText(graph, viewport(), flowNodes) }
    const flow = saved
      ? await update.mutateAsync({ id: saved.id, ...input })
      : await create.mutateAsync({ ...input, type: 'CHATFLOW' })
    store.getState().markSaved(markOf(flow), history.revision)
    void utils.flows.summaries.invalidate()
    if (!saved) {
      onCreated(flow.id)
      navigate(`/canvas/${flow.id}`, { replace: true })
    }
    return true
  }

  async function takeTheirs(id: string) {
    const flow = await utils.flows.get.fetch({ id }, { staleTime: 0 })
    store.getState().open(readGraph(flow.flowData, flow.name), markOf(flow))
    return true
  }

  async function settleConflict(saved: SavedMark) {
    const answer = await askConflict()
    if (answer === 'overwrite') {
      return write(saved)
    }
    if (answer === 'reload') {
      return takeTheirs(saved.id)
    }
    store.getState().markSaving('idle')
    return false
  }

  async function run() {
    store.getState().flushDrafts()
    const { saved } = store.getState()
    if (saved && !isDirty(store.getState())) {
      return true
    }
    store.getState().markSaving('busy')
    try {
      const asked = saved && { id: saved.id, lastUpdatedDateTime: saved.updatedDate }
      const changed = asked && (await utils.flows.hasChanged.fetch(asked, { staleTime: 0 })).hasChanged
      return await (saved && changed ? settleConflict(saved) : write(saved))
    } catch (error) {
      return fail(error)
    }
  }

  function fail(error: unknown) {
    store.getState().markSaving('failed')
    // Signed out: the door says so, and the draft is kept.
    if (toAppError(error).code !== 'UNAUTHENTICATED') {
      toasts.error(errorText(error))
    }
    return false
  }

  const runNow = useRef(run)
  runNow.current = run

  /** One save at a time: asking again while one is under way waits for it. */
  return useCallback(() => {
    running.current ??= runNow.current().finally(() => {
      running.current = undefined
    })
    return running.current
  }, [])
}

export function markOf({ id, type, updatedDate }: Pick<SavedFlow, 'id' | 'type' | 'updatedDate'>): SavedMark {
  return { id, type, updatedDate: String(updatedDate) }
}

function asText(graph: Graph, viewport: Viewport, cards: CanvasState['flowNodes']): string {
  return JSON.stringify(writeGraph(graph, { viewport, sizes: sizesOf(cards) }))
}
