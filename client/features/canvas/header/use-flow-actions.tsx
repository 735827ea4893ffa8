import { useEffect } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { nameOfFile } from '#client/components/flow-import/describe-flow.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { download, exportFlow } from '../graph/export-flow.ts'
import { kindsOf } from '../store/catalogue.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

/** Menu actions for the whole flow. `leave` navigates without a confirmation. */
export function useFlowActions(leave: (path: string) => void) {
  const { canvas } = useTexts()
  const store = useCanvasStore()
  const confirm = useConfirm()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const removal = trpc.flows.remove.useMutation()

  function load(text: string, fileName: string) {
    store.getState().put({ importing: { text, name: nameOfFile(fileName) } })
  }

  async function remove() {
    const { saved, graph } = store.getState()
    const agreed =
      saved &&
      (await confirm({
        title: canvas.deleteTitle(graph.name),
        description: canvas.deleteText,
        confirmButtonName: canvas.deleteFlow,
        danger: true,
      }))
    if (!agreed) {
      return
    }
    try {
      await removal.mutateAsync({ id: saved.id })
      void utils.flows.summaries.invalidate()
      leave('/app/chatflows')
    } catch (error) {
      toasts.error(errorText(error))
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
