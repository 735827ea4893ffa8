import { useCallback } from 'react'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { type Graph, labelIn, type Templates } from '../graph/flow-graph.ts'
import { updateNode } from '../graph/update-node.ts'
import { useCanvasStore } from '../store/use-canvas.ts'

/** Link names by key: "Model → Agent". */
export function useLinkNames() {
  const store = useCanvasStore()
  return useCallback(
    (keys: readonly string[]) => {
      const { graph } = store.getState()
      const labelOf = (id: string) => labelIn(graph, id)
      return keys.flatMap((key) => {
        const edge = graph.edges.get(key)
        return edge ? [`${labelOf(edge.source)} → ${labelOf(edge.target)}`] : []
      })
    },
    [store],
  )
}

export function newerVersion({ nodes }: Graph, id: string, templates: Templates): number | undefined {
  const data = nodes.get(id)?.data
  const template = templates.get(data?.name ?? '')
  const version = data?.version
  return template && typeof version === 'number' && version < template.version ? template.version : undefined
}

/** Updates a node to the server's version. Links that would be lost are listed first. */
export function useNodeUpdate() {
  const { board } = useTexts()
  const store = useCanvasStore()
  const confirm = useConfirm()
  const linkNames = useLinkNames()
  return useCallback(
    async (id: string) => {
      const { graph, templates, act } = store.getState()
      const label = labelIn(graph, id)
      const lost = updateNode(graph, id, templates)?.lost ?? []
      const agreed =
        lost.length === 0 ||
        (await confirm({
          title: board.updateTitle(label),
          description: board.updateLoses(linkNames(lost).join(', ')),
          confirmButtonName: board.updateAnyway,
          danger: true,
        }))
      if (agreed) {
        act(
          { name: 'update', what: label },
          (before, known) => updateNode(before, id, known)?.graph ?? before,
        )
      }
    },
    [store, confirm, board, linkNames],
  )
}
