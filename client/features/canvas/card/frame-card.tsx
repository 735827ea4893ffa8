import { memo } from 'react'
import type { NodeProps } from 'reactflow'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { nodeLabel } from '#client/texts/node-texts.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { sizeOfBox } from '../agent/boxes.ts'
import { isOff } from '../graph/edit.ts'
import { useCardView, useNodeData } from '../store/card-view.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { openOnDoubleClick, useOwnMenu } from './card-events.ts'
import { NodeName } from './card-head.tsx'
import { Port } from './port.tsx'
import { useResize } from './use-resize.ts'
import { ItemChooser } from './visit-chooser.tsx'
import './disabled.css'

/** A frame that contains other nodes. */
export const FrameCard = memo(
  function FrameCard({ id, selected }: Pick<NodeProps, 'id' | 'selected'>) {
    const { nodes, canvasTools, board } = useTexts()
    const width = useCanvas(({ graph }) => lengthOf(graph.nodes.get(id), 'width'))
    const height = useCanvas(({ graph }) => lengthOf(graph.nodes.get(id), 'height'))
    const anchors = useCardView(id, (view) => view.anchors)
    const outputs = useCardView(id, ({ shape }) => shape.outputs)
    const name = useNodeData(id, nodeLabel) ?? ''
    const kindName = useNodeData(id, ({ type }) => (typeof type === 'string' ? type : '')) ?? ''
    const problems = useCanvas(({ problemsByNode }) => problemsByNode.get(id)?.length ?? 0)
    const off = useCanvas(({ graph }) => isOff(graph, id))
    const locked = useCanvas((state) => state.locked)
    const store = useCanvasStore()
    const onContextMenu = useOwnMenu(id)
    const grip = useResize(id, 'box')
    return (
      <section
        className="frame relative no-outline body-13"
        data-node={id}
        data-testid={`node-${id}`}
        data-selected={selected || undefined}
        data-disabled={off || undefined}
        style={{ width, height }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box is chosen, moved and deleted with keys
        tabIndex={0}
        aria-label={nodes.cardName(
          off ? canvasTools.disabledName(name) : name,
          kindName,
          problems,
          Boolean(selected),
        )}
        onContextMenu={onContextMenu}
        onDoubleClick={(event) => openOnDoubleClick(store, id, event)}
      >
        {anchors.map((anchor) => (
          <Port
            key={anchor.id}
            node={id}
            id={anchor.id}
            side="in"
            kind="agent"
            label={anchor.label}
            open={false}
          />
        ))}
        {outputs.map((output) => (
          <Port
            key={output.id}
            node={id}
            id={output.id}
            side="out"
            kind="agent"
            label={output.label}
            open={false}
          />
        ))}
        <header className="row gap-8">
          <KindGlyph kind="agent" size={11} silent />
          <NodeName id={id} />
        </header>
        <ItemChooser id={id} />
        {off && (
          <em className="node-off absolute text-12 line-18 text-primary outlined-strong backdrop-popup round-10 untouchable upright">
            {canvasTools.disabled}
          </em>
        )}
        {!locked && (
          <div className="resize-corner nodrag" title={board.resize} aria-hidden="true" {...grip} />
        )}
      </section>
    )
  },
  (before, after) => before.id === after.id && before.selected === after.selected,
)

function lengthOf(node: Parameters<typeof sizeOfBox>[0] | undefined, side: 'width' | 'height') {
  return node && sizeOfBox(node)[side]
}
