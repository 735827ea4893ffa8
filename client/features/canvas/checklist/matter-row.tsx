import { CircleAlert, Lightbulb, TriangleAlert } from 'lucide-react'
import { type CSSProperties, useId, useState } from 'react'
import { kindColor } from '#client/components/kind-glyph.tsx'
import { nodeLabel } from '#client/texts/node-texts.ts'
import { viewOf } from '../card/card-view.ts'
import { NodeIcon } from '../card/node-icon.tsx'
import { useCanvas } from '../store/use-canvas.ts'
import { FixButton } from './fix-button.tsx'
import { LostLinks } from './lost-links.tsx'
import { useMatterText } from './use-matter-text.ts'
import type { Matter } from './use-matters.ts'

type Props = { matter: Matter; onShow: (matter: Matter) => void; onCompare: () => void }

const signs = { blocking: CircleAlert, warning: TriangleAlert, tip: Lightbulb }

/** The node's glaze and icon, one sentence, one verb. The line leads to the field, its button mends it. */
export function MatterRow({ matter, onShow, onCompare }: Props) {
  const sentence = useMatterText()(matter)
  const words = useId()
  const [lost, setLost] = useState<readonly string[]>()
  const { nodeId, severity } = matter
  const node = useCanvas(({ graph }) => (nodeId === undefined ? undefined : graph.nodes.get(nodeId)))
  const templates = useCanvas((state) => state.templates)
  const view = node && viewOf(node, templates)
  const Sign = signs[severity]
  const glaze = view ? ({ '--glaze': kindColor(view.kind) } as CSSProperties) : undefined
  return (
    <li className="matter" style={glaze} data-severity={severity}>
      <div className="matter-line">
        {node && view ? (
          <button type="button" className="matter-words" onClick={() => onShow(matter)}>
            <NodeIcon name={view.shape.template?.name} kind={view.kind} />
            <span id={words}>
              <strong>{nodeLabel(node.data)}</strong>
              {sentence}
            </span>
          </button>
        ) : (
          <div className="matter-words">
            <Sign size={18} aria-hidden="true" />
            <span id={words}>{sentence}</span>
          </div>
        )}
        <FixButton
          matter={matter}
          onShow={onShow}
          onCompare={onCompare}
          onLost={setLost}
          describedBy={words}
        />
      </div>
      {lost && <LostLinks matter={matter} lost={lost} onClose={() => setLost(undefined)} />}
    </li>
  )
}
