import { type CSSProperties, memo } from 'react'
import { type NodeProps, type ReactFlowState, useStore } from 'reactflow'
import { kindColor } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { outputPorts } from '../graph/shape.ts'
import { portLook } from '../store/linking.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { CardBody } from './card-body.tsx'
import { CardHead } from './card-head.tsx'
import { viewOf } from './card-view.ts'
import { Folded } from './folded.tsx'
import { RunFooter } from './run-footer.tsx'
import { useCardView, useNodeData } from './use-card.ts'
import { useMeasuredPorts } from './use-measured-ports.ts'

export type Detail = 'full' | 'summary' | 'tile'

/** Only the step is read from the zoom: with the zoom itself every card would be drawn anew while zooming. */
export function detailOf({ transform: [, , zoom] }: ReactFlowState): Detail {
  if (zoom >= 0.6) {
    return 'full'
  }
  return zoom >= 0.3 ? 'summary' : 'tile'
}

type Props = Pick<NodeProps, 'id' | 'selected'>

/** A node: a card with a form, its ports and, after a run, what it did. */
export const FlowCard = memo(
  function FlowCard({ id, selected }: Props) {
    const { nodes } = useTexts()
    const store = useCanvasStore()
    const detail = useStore(detailOf)
    const kind = useCardView(id, (view) => view.kind)
    const unknown = useCardView(id, ({ shape }) => !shape.template)
    const label = useNodeData(id, (data) => data.label || data.name) ?? ''
    const run = useCanvas(({ runs }) => runs.get(id)?.state)
    const problems = useCanvas(({ problemsByNode }) => problemsByNode.get(id)?.length ?? 0)
    const dimmed = useCanvas((state) => isDimmed(state, id))
    const ports = useCardView(id, ({ shape, anchors, params }, { graph }) => {
      const node = graph.nodes.get(id)
      const outputs = node ? outputPorts(shape, node.data) : []
      return [...anchors, ...params, ...outputs].map((port) => port.id).join(' ')
    })
    useMeasuredPorts(id, `${detail} ${ports}`)

    return (
      <section
        className="node"
        data-node={id}
        data-testid={`node-${id}`}
        data-detail={detail}
        data-selected={selected || undefined}
        data-run={run}
        data-unknown={unknown || undefined}
        data-mark={dimmed ? 'dimmed' : undefined}
        style={{ '--glaze': kindColor(kind) } as CSSProperties}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a card is chosen, moved and deleted with keys
        tabIndex={0}
        aria-label={nodes.cardName(label, problems, Boolean(selected))}
        onContextMenu={(event) => {
          event.preventDefault()
          store.getState().put({ nodeMenu: { node: id, at: { x: event.clientX, y: event.clientY } } })
        }}
      >
        <CardHead id={id} kind={kind} />
        {detail === 'full' ? <CardBody id={id} /> : <Folded id={id} />}
        {detail === 'full' && <RunFooter id={id} />}
      </section>
    )
  },
  // Where a card stands is the business of what holds it.
  (before, after) => before.id === after.id && before.selected === after.selected,
)

/** While a wire looks for a home, cards that have none step back. */
function isDimmed(state: ReturnType<ReturnType<typeof useCanvasStore>['getState']>, id: string): boolean {
  const { linking, graph, templates } = state
  const node = graph.nodes.get(id)
  if (!linking || linking.node === id || !node) {
    return false
  }
  const { shape } = viewOf(node, templates)
  const side = linking.side === 'out' ? 'in' : 'out'
  const ports =
    side === 'in'
      ? [...shape.anchors, ...shape.params.filter((each) => each.acceptVariable)]
      : outputPorts(shape, node.data)
  return !ports.some((port) => portLook(linking, { node: id, handle: port.id, side }) === 'ready')
}
