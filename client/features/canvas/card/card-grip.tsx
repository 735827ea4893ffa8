import type { ReactNode } from 'react'
import { type NodeProps, useStore } from 'reactflow'
import { nodeLabel } from '#client/texts/node-texts.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { isOff } from '../graph/disable.ts'
import { cardWidth } from '../graph/size.ts'
import { useCanvasOf, useCanvasStore } from '../store/use-canvas.ts'
import { openOnDoubleClick } from './open-inspector.ts'
import { useCardView, useNodeData } from './use-card.ts'
import { useOwnMenu } from './use-own-menu.ts'

type Props = Pick<NodeProps, 'id' | 'selected'> & { className: string; children?: ReactNode }

/** As large as a card that is not drawn, or not yet: to be clicked, dragged, focused and read out. */
export function CardGrip({ id, selected, className, children }: Props) {
  const { nodes, canvasTools, common } = useTexts()
  const off = useCanvasOf(id, ({ graph }) => isOff(graph, id))
  const label = useNodeData(id, nodeLabel) ?? ''
  const kind = useCardView(id, (view) => view.kind)
  const problems = useCanvasOf(id, ({ problemsByNode }) => problemsByNode.get(id)?.length ?? 0)
  const size = useStore((state) => sizeText(state.nodeInternals.get(id)))
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
  return `${width ?? cardWidth.usual} ${height ?? 240}`
}
