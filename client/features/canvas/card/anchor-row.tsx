import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { useReactFlow } from 'reactflow'
import { useTexts } from '#client/texts/texts.tsx'
import { kindOf } from '#shared/kinds.ts'
import type { PlacedInput } from '#shared/nodes.ts'
import { removeEdges } from '../graph/remove.ts'
import { typesOf } from '../graph/shape.ts'
import { type Link, linkKey } from '../store/derive.ts'
import { portLook } from '../store/linking.ts'
import { useCanvasOf, useCanvasStore } from '../store/use-canvas.ts'
import { ListOrder } from './list-order.tsx'
import { Port } from './port.tsx'
import { useWanted } from './use-wanted.ts'

const none: readonly Link[] = []

/** An input that takes a link: its port, its name, and what it is linked to or a way to link it. */
export function AnchorRow({ node, input }: { node: string; input: PlacedInput }) {
  const { nodes } = useTexts()
  const links = useCanvasOf(node, (state) => state.links.get(linkKey(node, input.name)) ?? none)
  const look = useCanvasOf(node, (state) => portLook(state.linking, { node, handle: input.id, side: 'in' }))
  const row = useRef<HTMLDivElement>(null)
  useWanted(node, input.name, row)
  const open = links.length === 0
  const needed = open && !input.optional

  return (
    <div className="node-row anchor" data-look={look} data-port={input.id} ref={row}>
      <Port
        node={node}
        id={input.id}
        side="in"
        kind={kindOf(typesOf(input))}
        label={input.label}
        open={open}
      />
      <span className="row-label">
        {input.label}
        {needed && <i className="need" role="img" aria-label={nodes.required} />}
        {links.length > 1 && <b className="row-count">{links.length}</b>}
      </span>
      {open && <ConnectButton node={node} input={input} />}
      {!open &&
        (input.list && links.length > 1 ? (
          <ListOrder node={node} input={input} links={links} />
        ) : (
          <Sources links={links} />
        ))}
    </div>
  )
}

/** Opens the list of what fits, at the input it will be linked to. */
function ConnectButton({ node, input }: { node: string; input: PlacedInput }) {
  const { nodes } = useTexts()
  const store = useCanvasStore()
  const flow = useReactFlow()
  return (
    <button
      type="button"
      className="connect-button nodrag"
      aria-label={nodes.connectTo(input.label)}
      onClick={({ currentTarget }) => {
        const { left, bottom } = currentTarget.getBoundingClientRect()
        const card = flow.getNode(node)?.position ?? { x: 0, y: 0 }
        store.getState().put({
          quickAdd: {
            at: { x: left, y: bottom + 4 },
            place: { x: card.x - 424, y: card.y },
            from: { node, handle: input.id, side: 'in' },
          },
        })
      }}
    >
      <Plus size={12} />
      {nodes.connect}
    </button>
  )
}

function Sources({ links }: { links: readonly Link[] }) {
  const { nodes } = useTexts()
  const store = useCanvasStore()
  const [first] = links
  const said = links.length > 1 ? nodes.sources(links.length) : (first?.label ?? '')
  return (
    <span className="row-source">
      <span title={links.map(({ label }) => label).join(', ')}>{said}</span>
      <button
        type="button"
        className="icon-button nodrag"
        aria-label={nodes.unlink(said)}
        onClick={() =>
          store.getState().act({ name: 'deleteLinks', count: links.length }, (graph, templates) =>
            removeEdges(
              graph,
              links.map(({ edge }) => edge),
              templates,
            ),
          )
        }
      >
        <X size={12} />
      </button>
    </span>
  )
}
