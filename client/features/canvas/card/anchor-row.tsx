import { ListOrdered, Plus, X } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { useReactFlow } from 'reactflow'
import { useShallow } from 'zustand/react/shallow'
import { RequiredStar } from '#client/components/required-star.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { kindOf } from '#shared/kinds.ts'
import type { PlacedInput } from '#shared/nodes.ts'
import { dropTarget, ReorderHandle, useRequiredInputs } from '../fields/fields.ts'
import { moveInList, orderOfList } from '../graph/edit.ts'
import { removeEdges } from '../graph/remove.ts'
import { typesOf } from '../graph/shape.ts'
import { Popup } from '../popups/popups.ts'
import { type Link, linkKey } from '../store/derive.ts'
import { joinEnds, type PortEnd, portLook } from '../store/linking.ts'
import { useCanvas, useCanvasOf, useCanvasStore } from '../store/use-canvas.ts'
import { Port } from './port.tsx'

const none: readonly Link[] = []

/**
 * An input that accepts links: its port, label, and linked node or a connect button. It has one tab stop: the button while
 * it is unlinked, then the port.
 */
export function AnchorRow({ node, input }: { node: string; input: PlacedInput }) {
  const links = useCanvasOf(node, (state) => state.links.get(linkKey(node, input.name)) ?? none)
  const look = useCanvasOf(node, (state) => portLook(state.linking, { node, handle: input.id, side: 'in' }))
  const row = useRef<HTMLDivElement>(null)
  useRequiredInputs(node, input.name, row)
  const open = links.length === 0
  const needed = open && !input.optional
  const sources = useSources(links)
  const unlink = useUnlink(links)
  const isOrdered = Boolean(input.list) && links.length > 1

  return (
    <div
      className="node-row anchor row gap-8 relative height-28"
      data-look={look}
      data-port={input.id}
      ref={row}
    >
      <Port
        node={node}
        id={input.id}
        side="in"
        kind={kindOf(typesOf(input))}
        label={input.label}
        open={open}
        isPassed={open}
        linkedTo={sources}
        onUnlink={open || isOrdered ? undefined : unlink}
      />
      <span className="row-label inline-row gap-6 rigid text-secondary shrinks one-line">
        {input.label}
        {needed && <RequiredStar />}
        {links.length > 1 && (
          <b className="row-count text-secondary backdrop-level1 round-8">{links.length}</b>
        )}
      </span>
      {open && <ConnectButton node={node} input={input} />}
      {isOrdered && <ListOrder node={node} input={input} links={links} />}
      {!(open || isOrdered) && <Sources links={links} summary={sources ?? ''} onUnlink={unlink} />}
    </div>
  )
}

function ConnectButton({ node, input }: { node: string; input: PlacedInput }) {
  const { nodes, common } = useTexts()
  const store = useCanvasStore()
  const flow = useReactFlow()
  const own: PortEnd = { node, handle: input.id, side: 'in' }
  return (
    <button
      type="button"
      className="connect-button nodrag plain-button inline-row border-box gap-4 rigid relative text-12"
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

type SourcesProps = { links: readonly Link[]; summary: string; onUnlink: () => void }

function Sources({ links, summary, onUnlink }: SourcesProps) {
  const { nodes } = useTexts()
  return (
    <span className="row-source inline-row shrinks text-12 text-tertiary">
      <span className="truncate" title={links.map(({ label }) => label).join(', ')}>
        {summary}
      </span>
      <button
        type="button"
        // Keyboard users press Delete on the port.
        tabIndex={-1}
        className="icon-button nodrag"
        aria-label={nodes.unlink(summary)}
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

type Props = { node: string; input: PlacedInput; links: readonly Link[] }

/** The links of a list input, in the order they are used, to reorder or to disconnect. */
function ListOrder({ node, input, links }: Props) {
  const { board, nodes } = useTexts()
  const [opener, setOpener] = useState<Element>()
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setOpener(undefined), [])
  return (
    <>
      <button
        ref={button}
        type="button"
        className="list-order nodrag plain-button inline-row relative text-12 text-secondary height-20 pad-0-6"
        aria-haspopup="dialog"
        aria-expanded={opener !== undefined}
        aria-label={`${nodes.sources(links.length)}, ${board.orderOf(input.label, links.length)}`}
        onClick={() => setOpener(opener ? undefined : (button.current ?? undefined))}
      >
        {nodes.sources(links.length)}
        <ListOrdered size={13} />
      </button>
      {opener && (
        <Popup at={opener} label={board.orderOf(input.label, links.length)} onClose={close} width={280} sheet>
          <OrderRows node={node} input={input} links={links} />
        </Popup>
      )}
    </>
  )
}

function OrderRows({ node, input, links }: Props) {
  const { board, nodes } = useTexts()
  const store = useCanvasStore()
  const order = useCanvas(useShallow(({ graph }) => orderOfList(graph, node, input.name)))
  const rows = order.flatMap((source) => links.filter((link) => link.source === source).slice(0, 1))

  function move(from: number, to: number) {
    store
      .getState()
      .act({ name: 'reorder', what: input.label }, (graph) => moveInList(graph, node, input.name, from, to))
  }

  return (
    <div className="list-order-rows scrolls-y">
      <p className="text-12 line-16 text-tertiary">{board.orderHint}</p>
      <ol className="unpadded unlisted">
        {rows.map(({ edge, label }, place) => (
          <li key={edge} {...dropTarget(place, move)}>
            <ReorderHandle place={place} count={rows.length} onMove={move} />
            <span className="truncate grows shrinks">{label}</span>
            <button
              type="button"
              className="icon-button"
              aria-label={nodes.unlink(label)}
              onClick={() =>
                store
                  .getState()
                  .act({ name: 'deleteLinks', count: 1 }, (graph, templates) =>
                    removeEdges(graph, [edge], templates),
                  )
              }
            >
              <X size={14} />
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}
