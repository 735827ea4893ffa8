import { ArrowDown, ArrowUp, Copy, LocateFixed, Pencil, Power, SlidersHorizontal, Trash2 } from 'lucide-react'
import { useShallow } from 'zustand/react/shallow'
import { useTexts } from '#client/texts/texts.tsx'
import { referencedNode } from '#shared/flow-file.ts'
import { switchNodes } from '../board/board.ts'
import { duplicate } from '../graph/clip.ts'
import { canDisable, isOff, setInput } from '../graph/edit.ts'
import { type Graph, getNode, labelIn } from '../graph/flow-graph.ts'
import { removeNodes } from '../graph/remove.ts'
import { LinkList } from '../inspector/inspector.ts'
import type { CanvasStore } from '../store/canvas-store.ts'
import { useCardView } from '../store/card-view.ts'
import { goToDock } from '../store/elements.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

type Props = { id: string; onShow: (id: string) => void; onRename: () => void }

export function OutlineDetails({ id, onShow, onRename }: Props) {
  const { outline: texts, nodes, canvasTools } = useTexts()
  const store = useCanvasStore()
  const able = useCanvas(({ graph }) => canDisable(graph.nodes.get(id)))
  const off = useCanvas(({ graph }) => isOff(graph, id))
  const actions = createOutlineActions(store, id)
  const isFixed = useCanvas(({ graph }) => mayNotGo(graph.nodes.get(id)?.data.name))
  const buttons = [
    { name: texts.edit, icon: SlidersHorizontal, run: actions.edit },
    { name: nodes.rename, icon: Pencil, run: onRename },
    { name: nodes.duplicate, icon: Copy, run: actions.duplicate },
    ...(able
      ? [
          {
            name: off ? canvasTools.enable : canvasTools.disable,
            icon: Power,
            run: () => switchNodes(store, [id]),
          },
        ]
      : []),
    { name: texts.show, icon: LocateFixed, run: () => onShow(id) },
    ...(isFixed ? [] : [{ name: nodes.delete, icon: Trash2, run: actions.remove }]),
  ]
  return (
    <div className="outline-details">
      <LinkList node={id} />
      <Lists id={id} />
      <div className="outline-buttons flex wraps gap-6 margin-top-10">
        {buttons.map(({ name, icon: Icon, run }) => (
          <button key={name} type="button" onClick={run}>
            <Icon size={15} aria-hidden="true" />
            {name}
          </button>
        ))}
      </div>
    </div>
  )
}

/** The list inputs of a node, with the order of their links. */
function Lists({ id }: { id: string }) {
  const lists = useCardView(id, ({ anchors }) => anchors.filter(({ list }) => list))
  return lists.map(({ name, label }) => <ListOrder key={name} id={id} input={name} label={label} />)
}

function ListOrder({ id, input, label }: { id: string; input: string; label: string }) {
  const { outline: texts } = useTexts()
  const store = useCanvasStore()
  const order = useCanvas(useShallow(({ graph }) => orderOf(graph, id, input)))
  const labels = useCanvas(useShallow(({ graph }) => order.map((source) => labelIn(graph, source))))
  if (order.length < 2) {
    return null
  }
  const move = (source: string, by: -1 | 1) =>
    store
      .getState()
      .act({ name: 'edit', what: label }, (graph) => moveReference(graph, id, input, source, by))

  return (
    <section className="outline-order" aria-label={texts.orderOf(label)}>
      <h3 className="text-12 line-18 semibold text-tertiary">{texts.orderOf(label)}</h3>
      <ol className="unpadded unlisted">
        {order.map((source, index) => (
          <li className="row gap-4 text-13 min-height-32" key={source}>
            <span className="grows shrinks">{labels[index]}</span>
            <button
              type="button"
              className="icon-button"
              disabled={index === 0}
              aria-label={texts.moveUp(labels[index] ?? source)}
              onClick={() => move(source, -1)}
            >
              <ArrowUp size={14} />
            </button>
            <button
              type="button"
              className="icon-button"
              disabled={index === order.length - 1}
              aria-label={texts.moveDown(labels[index] ?? source)}
              onClick={() => move(source, 1)}
            >
              <ArrowDown size={14} />
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Actions on one node. Each is one step that undo reverts. */
export function createOutlineActions(store: CanvasStore, id: string) {
  const state = () => store.getState()
  const label = () => labelIn(state().graph, id)

  return {
    edit() {
      state().select([id])
      goToDock(store, 'inspector')
    },

    duplicate() {
      state().act({ name: 'copies', count: 1, what: label() }, (graph) => duplicate(graph, [id]).graph)
    },

    /** The focus moves to a neighbour, because the deleted row had it. */
    remove() {
      const row = document.querySelector(`[data-outline="${CSS.escape(id)}"]`)
      const next = row?.nextElementSibling ?? row?.previousElementSibling
      const isUndeletable = mayNotGo(state().graph.nodes.get(id)?.data.name)
      if (isUndeletable) {
        return
      }
      state().act({ name: 'delete', count: 1, what: label() }, (graph, templates) =>
        removeNodes(graph, [id], templates),
      )
      next?.querySelector<HTMLElement>('.outline-head')?.focus()
    },
  }
}

/** The start of an agent flow cannot be deleted. */
function mayNotGo(name: string | undefined): boolean {
  return name === 'startAgentflow'
}

/** Moves a node up (-1) or down (1) in a list input, whose order matters. */
export function moveReference(graph: Graph, id: string, input: string, source: string, by: -1 | 1): Graph {
  const value = getNode(graph, id).data.inputs[input]
  const list = Array.isArray(value) ? value : []
  const from = list.findIndex((each) => referencedNode(each) === source)
  const other = list[from + by]
  if (from < 0 || other === undefined) {
    return graph
  }
  const moved = list.with(from + by, list[from]).with(from, other)
  return setInput(graph, id, input, moved)
}

export function orderOf(graph: Graph, id: string, input: string): string[] {
  const value = graph.nodes.get(id)?.data.inputs[input]
  return Array.isArray(value) ? value.flatMap((each) => referencedNode(each) ?? []) : []
}
