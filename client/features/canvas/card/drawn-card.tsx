import type { CSSProperties } from 'react'
import type { NodeProps } from 'reactflow'
import { kindColor } from '#client/components/kind-glyph.tsx'
import { nodeLabel } from '#client/texts/node-texts.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { kindOf } from '#shared/kinds.ts'
import { widthOfStep } from '../agent/step-view.ts'
import { isOff } from '../graph/edit.ts'
import { inputPorts, outputPorts, typesOf } from '../graph/shape.ts'
import { widthOf } from '../graph/size.ts'
import type { Detail } from '../painting/painting.tsx'
import { useMeasuredPorts } from '../painting/painting.tsx'
import type { CanvasState } from '../store/canvas-store.ts'
import { summaryOf, useCardView, useNodeData, viewOf } from '../store/card-view.ts'
import { linkKey } from '../store/derive.ts'
import { portLook } from '../store/linking.ts'
import { useCanvasOf, useCanvasStore } from '../store/use-canvas.ts'
import { CardBody } from './card-body.tsx'
import { openOnDoubleClick, useOwnMenu } from './card-events.ts'
import { CardHead, TileHead } from './card-head.tsx'
import { Port } from './port.tsx'
import { RunFooter } from './run-footer.tsx'
import { StepParts } from './step-parts.tsx'
import { useResize } from './use-resize.ts'
import './disabled.css'

type Props = Pick<NodeProps, 'id' | 'selected'> & { detail: Detail }

/** A card at the level of detail the zoom allows. */
export function DrawnCard({ id, selected, detail }: Props) {
  const { nodes, canvasTools, common } = useTexts()
  const store = useCanvasStore()
  const { off, kind, isStep, name, ...look } = useLook(id)
  const problems = useCanvasOf(id, ({ problemsByNode }) => problemsByNode.get(id)?.length ?? 0)
  const onContextMenu = useOwnMenu(id)

  return (
    // biome-ignore lint/a11y/useSemanticElements: a set of form fields is something else
    <div
      className="node"
      role="group"
      data-node={id}
      data-testid={`node-${id}`}
      data-detail={detail}
      data-step={isStep || undefined}
      onDoubleClick={(event) => openOnDoubleClick(store, id, event)}
      data-selected={selected || undefined}
      data-disabled={off || undefined}
      {...look}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a card is chosen, moved and deleted with keys
      tabIndex={0}
      aria-label={nodes.cardName(
        off ? canvasTools.disabledName(name) : name,
        kind === 'any' ? '' : common.kinds[kind],
        problems,
        Boolean(selected),
      )}
      onContextMenu={onContextMenu}
    >
      {detail === 'tile' ? (
        <TileHead id={id} kind={kind} />
      ) : isStep ? (
        <StepParts id={id} />
      ) : (
        <NearParts id={id} detail={detail} />
      )}
      {off && (
        <em className="node-off absolute text-12 line-18 text-primary outlined-strong backdrop-popup round-10 untouchable upright">
          {canvasTools.disabled}
        </em>
      )}
      {detail === 'full' && selected && !isStep && <SideGrip id={id} />}
    </div>
  )
}

/** Attributes for the style sheet, and the colour of the card's kind. */
function useLook(id: string) {
  const off = useCanvasOf(id, ({ graph }) => isOff(graph, id))
  const kind = useCardView(id, (view) => view.kind)
  const unknown = useCardView(id, ({ shape }) => !shape.template)
  const name = useNodeData(id, nodeLabel) ?? ''
  const run = useCanvasOf(id, ({ runs }) => runs.get(id)?.state)
  const dimmed = useCanvasOf(id, (state) => isDimmed(state, id))
  const isStep = useCanvasOf(id, ({ graph }) => graph.nodes.get(id)?.type === 'agentFlow')
  const width = useCanvasOf(id, ({ graph }) => widthOfNode(graph, id))
  return {
    off,
    kind,
    name,
    isStep,
    'data-run': run,
    'data-unknown': (unknown && !isStep) || undefined,
    'data-mark': dimmed ? 'dimmed' : undefined,
    style: { '--glaze': kindColor(kind), ...(width && { width }) } as CSSProperties,
  }
}

/** Parts of a card that is large enough to edit. */
function NearParts({ id, detail }: { id: string; detail: Detail }) {
  const kind = useCardView(id, (view) => view.kind)
  const ports = useCardView(id, ({ shape, anchors, params }, { graph }) => {
    const node = graph.nodes.get(id)
    const outputs = node ? outputPorts(shape, node.data) : []
    return [...anchors, ...params, ...outputs].map((port) => port.id).join(' ')
  })
  useMeasuredPorts(id, `${detail} ${ports}`)
  return (
    <>
      <CardHead id={id} kind={kind} />
      {detail === 'full' ? <CardBody id={id} /> : <Folded id={id} />}
      {detail === 'full' && <RunFooter id={id} />}
    </>
  )
}

function SideGrip({ id }: { id: string }) {
  const { board } = useTexts()
  const grip = useResize(id, 'card')
  return <div className="resize-side nodrag" title={board.resize} aria-hidden="true" {...grip} />
}

/** Undefined for the default width, which the style sheet sets. */
function widthOfNode({ nodes }: CanvasState['graph'], id: string): number | undefined {
  const node = nodes.get(id)
  if (node?.type === 'agentFlow') {
    return widthOfStep(node)
  }
  return node?.data.cardWidth === undefined ? undefined : widthOf(node)
}

/** While a link is drawn, cards without a matching port are dimmed. */
function isDimmed(state: CanvasState, id: string): boolean {
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

/** A card at medium zoom: ports keep their places, rows fold into one line. */
function Folded({ id }: { id: string }) {
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
    <div className="node-folded relative min-height-44">
      <p className="truncate text-tertiary">{line}</p>
      <span className="folded-ports in stack absolute">
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
      <span className="folded-ports out stack absolute">
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
      {state && <i className="state-dot absolute circle height-20" data-state={state} />}
    </div>
  )
}
