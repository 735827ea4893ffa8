import { useEffect } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { nameOfFile } from '#client/components/flow-import/describe-flow.ts'
import { stripSecrets } from '#client/components/strip-secrets.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { FlowFile } from '#shared/flow-file.ts'
import { type Graph, type GraphNode, type Templates, withData, writeGraph } from '../graph/flow-graph.ts'
import { shapeOf } from '../graph/shape.ts'
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
  const said = useCanvas((state) => state.said)

  useEffect(() => {
    const { step, way } = said ?? {}
    const count = step?.count ?? 0
    if (step?.name === 'delete' && way === 'done' && count > 1) {
      const revision = store.getState().history.revision
      const undo = () => store.getState().history.revision === revision && store.getState().undo()
      toasts.info(canvas.deletedNodes(count), { label: common.undo, onClick: undo })
    }
  }, [said, store, toasts, canvas, common])
}

const secretTypes = new Set(['password', 'file', 'folder'])

/** The flow as a shareable file: nodes and edges, without secrets. */
export function exportFlow(graph: Graph, templates: Templates) {
  const { nodes, edges }: FlowFile = writeGraph(graph)
  return stripSecrets({ nodes: nodes.map((node) => dropSecrets(node, templates)), edges })
}

// The file's field list may be incomplete, so the catalogue decides which fields are secret.
function dropSecrets(node: GraphNode, templates: Templates): GraphNode {
  const secret = new Set(
    shapeOf(node, templates)
      .params.filter(({ type }) => secretTypes.has(type))
      .map(({ name }) => name),
  )
  const inputs = Object.entries(node.data.inputs).filter(([name]) => !secret.has(name))
  return secret.size > 0 ? withData(node, { inputs: Object.fromEntries(inputs) }) : node
}

export function download(name: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 1_000)
}
