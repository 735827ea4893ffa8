import { Plus } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useTexts } from '#client/texts/texts.tsx'
import { Spoken } from '../board/spoken.tsx'
import { useCanvas } from '../store/use-canvas.ts'
import { orderNodes } from './outline-order.ts'
import { OutlineRow } from './outline-row.tsx'
import './outline.css'

type Props = {
  onAdd: (from: Element) => void
  onShow: (id: string) => void
  /** Where the canvas is not on the screen, somebody else has to say what has happened. */
  speaks?: boolean
}

/** The whole graph as a list, with everything that can be done to it: nothing has to be dragged or seen. */
export function OutlinePanel({ onAdd, onShow, speaks = false }: Props) {
  const { outline: texts } = useTexts()
  const ids = useCanvas(useShallow(({ graph, templates }) => orderNodes(graph, templates)))
  const list = useRef<HTMLUListElement>(null)

  return (
    <div className="outline" data-testid="outline">
      {ids.length === 0 ? (
        <p className="outline-none">{texts.empty}</p>
      ) : (
        <ul ref={list} aria-label={texts.title} onKeyDown={(event) => moveFocus(event, list.current)}>
          {ids.map((id) => (
            <OutlineRow key={id} id={id} onShow={onShow} />
          ))}
        </ul>
      )}
      <div className="outline-foot">
        <button type="button" className="outline-add" onClick={({ currentTarget }) => onAdd(currentTarget)}>
          <Plus size={16} aria-hidden="true" />
          {texts.add}
        </button>
      </div>
      {speaks && <Spoken />}
    </div>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Up and down go from node to node, Home and End to the first and the last. */
function moveFocus(event: KeyboardEvent, list: HTMLElement | null) {
  const heads = [...(list?.querySelectorAll<HTMLElement>('.outline-head') ?? [])]
  const at = heads.indexOf(event.target as HTMLElement)
  if (at < 0) {
    return
  }
  const step = steps[event.key]
  const next =
    step !== undefined
      ? heads[at + step]
      : event.key === 'Home'
        ? heads[0]
        : event.key === 'End'
          ? heads.at(-1)
          : undefined
  if (next) {
    event.preventDefault()
    next.focus()
  }
}
