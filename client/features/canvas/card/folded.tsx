import { kindOf } from '#shared/kinds.ts'
import { inputPorts, outputPorts, typesOf } from '../graph/shape.ts'
import { linkKey } from '../store/derive.ts'
import { useCanvasOf } from '../store/use-canvas.ts'
import { summaryOf, viewOf } from './card-view.ts'
import { Port } from './port.tsx'
import { useCardView } from './use-card.ts'

/** Seen from further away: ports stay where wires expect them, rows fold into one line. */
export function Folded({ id }: { id: string }) {
  const line = useCanvasOf(id, ({ graph, templates }) => {
    const node = graph.nodes.get(id)
    return node ? summaryOf(viewOf(node, templates), node.data.inputs) : ''
  })
  const inputs = useCardView(id, ({ shape, anchors }) => inputPorts({ ...shape, anchors }))
  const outputs = useCardView(id, ({ shape }, { graph }) => {
    const node = graph.nodes.get(id)
    return node ? outputPorts(shape, node.data) : []
  })
  const state = useCanvasOf(id, ({ runs }) => runs.get(id)?.state)
  const linked = useCardView(id, (_, { links }) => inputs.filter(({ name }) => links.has(linkKey(id, name))))
  const given = useCardView(id, (_, state) => outputs.filter((output) => state.given.has(output.id)))

  return (
    <div className="node-folded">
      <p>{line}</p>
      <span className="folded-ports in">
        {inputs.map((input) => (
          <Port
            key={input.id}
            node={id}
            id={input.id}
            side="in"
            kind={input.acceptVariable ? 'value' : kindOf(typesOf(input))}
            label={input.label}
            open={!linked.includes(input)}
          />
        ))}
      </span>
      <span className="folded-ports out">
        {outputs.map((output) => (
          <Port
            key={output.id}
            node={id}
            id={output.id}
            side="out"
            kind={kindOf(typesOf(output))}
            label={output.label}
            open={!given.includes(output)}
          />
        ))}
      </span>
      {state && <i className="state-dot" data-state={state} />}
    </div>
  )
}
