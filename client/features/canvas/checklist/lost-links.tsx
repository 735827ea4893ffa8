import { Button } from '@mui/joy'
import { useTexts } from '#client/texts/texts.tsx'
import { labelIn } from '../graph/labels.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { updateNode } from './update-node.ts'
import type { Matter } from './use-matters.ts'

type Props = { matter: Pick<Matter, 'nodeId'>; lost: readonly string[]; onClose: () => void }

/** What an update would take away, before it does. */
export function LostLinks({ matter: { nodeId }, lost, onClose }: Props) {
  const { checklist: texts, common } = useTexts()
  const store = useCanvasStore()
  const graph = useCanvas((state) => state.graph)
  const labelOf = (id: string) => labelIn(graph, id)
  const names = lost.flatMap((key) => {
    const edge = graph.edges.get(key)
    return edge ? [`${labelOf(edge.source)} → ${labelOf(edge.target)}`] : []
  })
  if (nodeId === undefined) {
    return null
  }

  function update(id: string) {
    store
      .getState()
      .act(
        { name: 'update', what: labelOf(id) },
        (before, templates) => updateNode(before, id, templates)?.graph ?? before,
      )
  }

  return (
    <section className="matter-lost" aria-label={texts.linksLost(names.length)}>
      <p>{texts.linksLost(names.length)}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <div>
        <Button size="sm" variant="plain" color="neutral" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button size="sm" color="danger" onClick={() => update(nodeId)}>
          {texts.updateAnyway}
        </Button>
      </div>
    </section>
  )
}
