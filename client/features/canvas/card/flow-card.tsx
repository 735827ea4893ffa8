import { memo, type ReactNode } from 'react'
import type { NodeProps } from 'reactflow'
import { nodeLabel } from '#client/texts/node-texts.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { isOff } from '../graph/edit.ts'
import { cardWidth } from '../graph/size.ts'
import { useFlowNode, useShownCard, useShownDetail } from '../painting/painting.tsx'
import { useCardView, useNodeData } from '../store/card-view.ts'
import { useCanvasOf, useCanvasStore } from '../store/use-canvas.ts'
import { openOnDoubleClick, useOwnMenu } from './card-events.ts'
import { DrawnCard } from './drawn-card.tsx'

type Props = Pick<NodeProps, 'id' | 'selected'>

/** A node's card. In a large flow a painted card keeps only an element to click, drag and focus. */
export const FlowCard = memo(
  function FlowCard(props: Props) {
    const { id } = props
    const shown = useShownCard(id)
    if (shown === 'all' || shown === 'self') {
      return <Card {...props} atOnce={shown === 'all'} />
    }
    if (shown === 'none' || shown === 'grip') {
      return shown === 'grip' ? <CardGrip {...props} className="node-grip" /> : null
    }
    return <DrawnCard {...props} detail={shown} />
  },
  // Reactflow's wrapper positions the card.
  (before, after) => before.id === after.id && before.selected === after.selected,
)

function Card({ atOnce, ...props }: Props & { atOnce: boolean }) {
  const detail = useShownDetail(atOnce)
  return detail === 'none' ? (
    <CardGrip {...props} className="node">
      <WaitingName id={props.id} />
    </CardGrip>
  ) : (
    <DrawnCard {...props} detail={detail} />
  )
}

/** Shown until the card's turn to render. */
function WaitingName({ id }: Pick<Props, 'id'>) {
  const label = useNodeData(id, nodeLabel) ?? ''
  return (
    <header className="node-head row gap-10 line-below">
      <span className="node-title grid grows shrinks">
        <strong className="truncate tight">{label}</strong>
      </span>
    </header>
  )
}

type CardGripProps = Pick<NodeProps, 'id' | 'selected'> & { className: string; children?: ReactNode }

/** The place of a card that is not rendered (yet): it can be clicked, dragged, focused and read out. */
function CardGrip({ id, selected, className, children }: CardGripProps) {
  const { nodes, canvasTools, common } = useTexts()
  const off = useCanvasOf(id, ({ graph }) => isOff(graph, id))
  const label = useNodeData(id, nodeLabel) ?? ''
  const kind = useCardView(id, (view) => view.kind)
  const problems = useCanvasOf(id, ({ problemsByNode }) => problemsByNode.get(id)?.length ?? 0)
  const size = useFlowNode(id, sizeText)
  const [width, height] = size.split(' ').map(Number)
  const store = useCanvasStore()
  const onContextMenu = useOwnMenu(id)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a set of form fields is something else
    <div
      className={className}
      role="group"
      data-node={id}
      data-testid={`node-${id}`}
      style={{ width, height }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a card is chosen, moved and deleted with keys
      tabIndex={0}
      aria-label={nodes.cardName(
        off ? canvasTools.disabledName(label) : label,
        kind === 'any' ? '' : common.kinds[kind],
        problems,
        Boolean(selected),
      )}
      onContextMenu={onContextMenu}
      onDoubleClick={(event) => openOnDoubleClick(store, id, event)}
    >
      {children}
    </div>
  )
}

function sizeText({ width, height }: { width?: number | null; height?: number | null } = {}) {
  return `${width ?? cardWidth.default} ${height ?? 240}`
}
