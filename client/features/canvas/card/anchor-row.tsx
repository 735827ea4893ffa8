import { Plus, X } from 'lucide-react'
import { useCallback, useRef } from 'react'
import { useReactFlow } from 'reactflow'
import { RequiredStar } from '#client/components/required-star.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { kindOf } from '#shared/kinds.ts'
import type { PlacedInput } from '#shared/nodes.ts'
import { removeEdges } from '../graph/remove.ts'
import { typesOf } from '../graph/shape.ts'
import { type Link, linkKey } from '../store/derive.ts'
import { joinEnds, type PortEnd, portLook } from '../store/linking.ts'
import { useCanvasOf, useCanvasStore } from '../store/use-canvas.ts'
import { ListOrder } from './list-order.tsx'
import { Port } from './port.tsx'
import { useWanted } from './use-wanted.ts'

const none: readonly Link[] = []

/**
 * An input that takes a link: its port, its name, and what it is linked to or a way to link it. For the Tab key it is one
 * place: the button while it is open, the port once it is linked.
 */
export function AnchorRow({ node, input }: { node: string; input: PlacedInput }) {
  const links = useCanvasOf(node, (state) => state.links.get(linkKey(node, input.name)) ?? none)
  const look = useCanvasOf(node, (state) => portLook(state.linking, { node, handle: input.id, side: 'in' }))
  const row = useRef<HTMLDivElement>(null)
  useWanted(node, input.name, row)
  const open = links.length === 0
  const needed = open && !input.optional
  const said = useSources(links)
  const unlink = useUnlink(links)
  const isOrdered = Boolean(input.list) && links.length > 1

  return (
    <div className="node-row anchor" data-look={look} data-port={input.id} ref={row}>
      <Port
        node={node}
        id={input.id}
        side="in"
        kind={kindOf(typesOf(input))}
        label={input.label}
        open={open}
        isPassed={open}
        linkedTo={said}
        onUnlink={open || isOrdered ? undefined : unlink}
      />
      <span className="row-label">
        {input.label}
        {needed && <RequiredStar />}
        {links.length > 1 && <b className="row-count">{links.length}</b>}
      </span>
      {open && <ConnectButton node={node} input={input} />}
      {isOrdered && <ListOrder node={node} input={input} links={links} />}
      {!(open || isOrdered) && <Sources links={links} said={said ?? ''} onUnlink={unlink} />}
    </div>
  )
}

/** Opens the list of what fits, at the input it will be linked to; a wire that is being drawn ends here. */
function ConnectButton({ node, input }: { node: string; input: PlacedInput }) {
  const { nodes, common } = useTexts()
  const store = useCanvasStore()
  const flow = useReactFlow()
  const own: PortEnd = { node, handle: input.id, side: 'in' }
  return (
    <button
      type="button"
      className="connect-button nodrag"
      aria-label={nodes.connectTo(input.label)}
      aria-description={nodes.portIn(input.label, common.kinds[kindOf(typesOf(input))])}
      onClick={({ currentTarget }) => {
        const { left, bottom } = currentTarget.getBoundingClientRect()
        const { linking, finishLink } = store.getState()
        const ends = linking && joinEnds(linking, own)
        if (ends) {
          finishLink(ends, { x: left, y: bottom })
          return
        }
        const card = flow.getNode(node)?.position ?? { x: 0, y: 0 }
        store.getState().put({
          quickAdd: {
            at: { x: left, y: bottom + 4 },
            place: { x: card.x - 424, y: card.y },
            from: own,
          },
        })
      }}
    >
      <Plus size={12} />
      {nodes.connect}
    </button>
  )
}

type SourcesProps = { links: readonly Link[]; said: string; onUnlink: () => void }

function Sources({ links, said, onUnlink }: SourcesProps) {
  const { nodes } = useTexts()
  return (
    <span className="row-source">
      <span title={links.map(({ label }) => label).join(', ')}>{said}</span>
      <button
        type="button"
        // From the keyboard it is Delete on the port.
        tabIndex={-1}
        className="icon-button nodrag"
        aria-label={nodes.unlink(said)}
        onClick={onUnlink}
      >
        <X size={12} />
      </button>
    </span>
  )
}

function useSources(links: readonly Link[]): string | undefined {
  const { nodes } = useTexts()
  const [first] = links
  return links.length > 1 ? nodes.sources(links.length) : first?.label
}

function useUnlink(links: readonly Link[]) {
  const store = useCanvasStore()
  return useCallback(
    () =>
      store.getState().act({ name: 'deleteLinks', count: links.length }, (graph, templates) =>
        removeEdges(
          graph,
          links.map(({ edge }) => edge),
          templates,
        ),
      ),
    [store, links],
  )
}
