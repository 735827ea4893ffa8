import { type CSSProperties, memo } from 'react'
import type { NodeProps } from 'reactflow'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { useCanvas } from '../store/use-canvas.ts'
import { NodeName } from './node-name.tsx'
import { Port } from './port.tsx'
import { useCardView } from './use-card.ts'

const size = (value: unknown, fallback: number) => (typeof value === 'number' ? value : fallback)

/** A box other nodes stand in. */
export const FrameCard = memo(
  function FrameCard({ id, selected }: Pick<NodeProps, 'id' | 'selected'>) {
    const width = useCanvas(({ graph }) => sizeOf(graph.nodes.get(id), 'width', 520))
    const height = useCanvas(({ graph }) => sizeOf(graph.nodes.get(id), 'height', 300))
    const anchors = useCardView(id, (view) => view.anchors)
    const outputs = useCardView(id, ({ shape }) => shape.outputs)
    return (
      <section
        className="frame"
        data-node={id}
        data-testid={`node-${id}`}
        data-selected={selected || undefined}
        style={{ width, height } as CSSProperties}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box is chosen, moved and deleted with keys
        tabIndex={0}
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
        <header>
          <KindGlyph kind="agent" size={11} silent />
          <NodeName id={id} />
        </header>
      </section>
    )
  },
  (before, after) => before.id === after.id && before.selected === after.selected,
)

function sizeOf(node: { [key: string]: unknown } | undefined, side: 'width' | 'height', fallback: number) {
  const style = node?.style
  const styled = typeof style === 'object' && style !== null ? Reflect.get(style, side) : undefined
  return size(styled, size(node?.[side], fallback))
}
