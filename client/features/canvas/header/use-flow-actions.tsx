import { useEffect } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { nameOfFile } from '#client/components/flow-import/describe-flow.ts'
import { whenOpened } from '#client/components/on-demand.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useRemoval } from '#client/components/use-removal.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { download, exportFlow } from '../graph/export-flow.ts'
import { kindsOf } from '../store/catalogue.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

const FlowLosses = whenOpened(async () => (await import('#client/components/flow-losses.tsx')).FlowLosses)

/** Menu actions for the whole flow. `leave` navigates without a confirmation. */
export function useFlowActions(leave: (path: string) => void) {
  const { canvas } = useTexts()
  const store = useCanvasStore()
  const utils = trpc.useUtils()
  const removal = trpc.flows.remove.useMutation()
  const askAndRemove = useRemoval()

  function load(text: string, fileName: string) {
    store.getState().put({ importing: { text, name: nameOfFile(fileName) } })
  }

  async function remove() {
    const { saved, graph } = store.getState()
    if (!saved) {
      return
    }
    const { id } = saved
    const isGone = await askAndRemove({
      title: canvas.deleteTitle(graph.name),
      async describe() {
        const lost = await utils.flows.losses.fetch({ id }, { staleTime: 0 })
        return <FlowLosses text={canvas.deleteText} lost={lost} />
      },
      confirmButtonName: canvas.deleteFlow,
      remove: () => removal.mutateAsync({ id }),
      removed: canvas.deleted(graph.name),
    })
    if (isGone) {
      void utils.flows.summaries.invalidate()
      leave('/app/chatflows')
    }
  }

  function exportJson() {
    store.getState().flushDrafts()
    // The templates define which fields hold secrets.
    store.getState().withTemplates(kindsOf(store.getState().graph), () => {
      const { graph, templates } = store.getState()
      download(`${graph.name} Chatflow.json`, JSON.stringify(exportFlow(graph, templates), undefined, 2))
    })
  }

  return { load, remove, exportJson }
}

/** A toast with Undo after several nodes were deleted at once. */
export function useDeletedToast() {
  const { canvas, common } = useTexts()
  const store = useCanvasStore()
  const toasts = useToasts()
  const announced = useCanvas((state) => state.announced)

  useEffect(() => {
    const { step, way } = announced ?? {}
    const count = step?.count ?? 0
    if (step?.name === 'delete' && way === 'done' && count > 1) {
      const revision = store.getState().history.revision
      const undo = () => store.getState().history.revision === revision && store.getState().undo()
      toasts.info(canvas.deletedNodes(count), { label: common.undo, onClick: undo })
    }
  }, [announced, store, toasts, canvas, common])
}
