import { ListOrdered, X } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useTexts } from '#client/texts/texts.tsx'
import type { PlacedInput } from '#shared/nodes.ts'
import { dropTarget, ReorderHandle } from '../fields/reorder-handle.tsx'
import { moveInList, orderOfList } from '../graph/order-links.ts'
import { removeEdges } from '../graph/remove.ts'
import { Popup } from '../popups/popup.tsx'
import type { Link } from '../store/derive.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

type Props = { node: string; input: PlacedInput; links: readonly Link[] }

/** What a list input takes, in the order it is used: to change, or to unlink one by one. */
export function ListOrder({ node, input, links }: Props) {
  const { board, nodes } = useTexts()
  const [opener, setOpener] = useState<Element>()
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setOpener(undefined), [])
  return (
    <>
      <button
        ref={button}
        type="button"
        className="list-order nodrag"
        aria-haspopup="dialog"
        aria-expanded={opener !== undefined}
        aria-label={board.orderOf(input.label, links.length)}
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
    <div className="list-order-rows">
      <p>{board.orderHint}</p>
      <ol>
        {rows.map(({ edge, label }, place) => (
          <li key={edge} {...dropTarget(place, move)}>
            <ReorderHandle place={place} count={rows.length} onMove={move} />
            <span>{label}</span>
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
