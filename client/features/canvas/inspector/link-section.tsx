import { Link2, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { RequiredStar } from '#client/components/required-star.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { kindOf } from '#shared/kinds.ts'
import { describeTarget, outputLabel } from '../card/card.ts'
import { useRequiredInputs } from '../fields/fields.ts'
import { findTargets, type OpenEnd, type Target } from '../graph/fits.ts'
import { labelIn } from '../graph/flow-graph.ts'
import { removeEdges } from '../graph/remove.ts'
import { inputPorts, outputPorts, typesOf } from '../graph/shape.ts'
import { Choice } from '../popups/popups.ts'
import type { CanvasState } from '../store/canvas-store.ts'
import { useCardView } from '../store/card-view.ts'
import { linkKey } from '../store/derive.ts'
import { followTarget } from '../store/linking.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { PanelFold } from './panel-fold.tsx'

/** All links of a node, which open and close with the heading *Links*. */
export function LinkFold({ node }: { node: string }) {
  const { canvas } = useTexts()
  const { inputs, outputs } = useLinkPorts(node)
  const total = inputs.length + outputs.length
  const connected = useCanvas(
    ({ links, given }) =>
      inputs.filter(({ name }) => links.has(linkKey(node, name))).length +
      outputs.filter(({ id }) => given.has(id)).length,
  )
  if (total === 0) {
    return null
  }
  return (
    <PanelFold
      node={node}
      fold="foldedLinks"
      label={canvas.links}
      note={canvas.connectedOf(connected, total)}
      className="panel-links"
      names={inputs.map(({ name }) => name)}
      isOpenAtFirst
    >
      <LinkList node={node} />
    </PanelFold>
  )
}

/** All links of a node, in and out: to see, to remove and to make, without drawing anything. */
export function LinkList({ node }: { node: string }) {
  const { inputs, outputs } = useLinkPorts(node)
  if (inputs.length + outputs.length === 0) {
    return null
  }
  return (
    <ul className="link-list unpadded outlined round-6 unlisted">
      {inputs.map((input) => (
        <InputLinks key={input.id} node={node} input={input} />
      ))}
      {outputs.map((output) => (
        <OutputLinks key={output.id} node={node} output={output} />
      ))}
    </ul>
  )
}

function useLinkPorts(node: string) {
  const inputs = useCardView(node, ({ shape, anchors }) => inputPorts({ ...shape, anchors }))
  const outputs = useCardView(node, ({ shape }, { graph }) => {
    const data = graph.nodes.get(node)?.data
    return data ? outputPorts(shape, data) : []
  })
  return { inputs, outputs }
}

type End = { edge: string; label: string }
type Input = ReturnType<typeof inputPorts>[number]
type Output = ReturnType<typeof outputPorts>[number]

function InputLinks({ node, input }: { node: string; input: Input }) {
  const links = useCanvas(useShallow((state) => state.links.get(linkKey(node, input.name)) ?? []))
  const row = useRef<HTMLLIElement>(null)
  useRequiredInputs(node, input.name, row)
  return (
    <li ref={row}>
      <LinkRow
        label={input.label}
        types={input.acceptVariable ? ['string'] : typesOf(input)}
        ends={links}
        more={Boolean(input.list) || links.length === 0}
        end={{ node, handle: input.id, side: 'in' }}
        needed={!input.optional && links.length === 0 && !input.acceptVariable}
      />
    </li>
  )
}

function OutputLinks({ node, output }: { node: string; output: Output }) {
  const { common } = useTexts()
  const links = useCanvas(useShallow((state) => leaving(state, node, output.id)))
  const ends = links.map((link) => JSON.parse(link) as End)
  return (
    <li>
      <LinkRow
        label={outputLabel(output, common).label}
        types={typesOf(output)}
        ends={ends}
        more
        end={{ node, handle: output.id, side: 'out' }}
        needed={false}
      />
    </li>
  )
}

// As strings, so that equal links compare as equal.
function leaving({ flowEdges, graph }: CanvasState, node: string, handle: string): string[] {
  return flowEdges
    .filter((edge) => edge.source === node && edge.sourceHandle === handle)
    .map(({ id, target }) => JSON.stringify({ edge: id, label: labelIn(graph, target) }))
}

type RowProps = {
  label: string
  types: readonly string[]
  ends: readonly End[]
  more: boolean
  end: OpenEnd
  needed: boolean
}

function LinkRow({ label, types, ends, more, end, needed }: RowProps) {
  const { canvas, nodes } = useTexts()
  const store = useCanvasStore()
  const unlink = (edge: string) =>
    store
      .getState()
      .act({ name: 'deleteLinks', count: 1 }, (graph, templates) => removeEdges(graph, [edge], templates))

  return (
    <>
      <span className="row gap-8 text-13 min-height-24">
        <KindGlyph kind={kindOf(types)} size={12} open={ends.length === 0} />
        <span>{label}</span>
        {needed && <RequiredStar />}
        <small className="text-12 pushed-right text-tertiary">
          {end.side === 'in' ? canvas.comesIn : canvas.goesOut}
        </small>
      </span>
      {ends.map(({ edge, label: other }) => (
        <span key={edge} className="panel-linked row gap-8 text-13 text-secondary pad-left-20 min-height-24">
          <Link2 size={13} aria-hidden="true" />
          <span className="truncate grows shrinks">{other}</span>
          <button
            type="button"
            className="icon-button"
            aria-label={nodes.unlink(other)}
            onClick={() => unlink(edge)}
          >
            <X size={14} />
          </button>
        </span>
      ))}
      {more && <ConnectTo label={label} end={end} />}
    </>
  )
}

/** Lists what an open port can be linked to. */
export function ConnectTo({ label, end }: { label: string; end: OpenEnd }) {
  const { canvas, nodes, common } = useTexts()
  const store = useCanvasStore()
  // Searched when the list opens, because it reads the whole graph.
  const [targets, setTargets] = useState<readonly Target[]>([])

  function find() {
    const { graph, templates } = store.getState()
    setTargets(findTargets(graph, end, templates))
  }

  return (
    <Choice
      label={nodes.connectTo(label)}
      options={targets.map((target, index) => ({
        name: String(index),
        label: target.nodeLabel,
        description: describeTarget(target, canvas.replaces, common),
      }))}
      chosen={[]}
      className="panel-connect"
      notice={targets.length === 0 ? { text: canvas.nothingFits } : undefined}
      onOpen={find}
      onPick={(index) => followTarget(store, targets[Number(index)])}
    >
      {nodes.connectToSomething}
    </Choice>
  )
}
