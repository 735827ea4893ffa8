import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useShallow } from 'zustand/react/shallow'
import { nodeLabel } from '#client/texts/node-texts.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useNodeData } from '../store/card-view.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { useFigures } from '../store/use-figures.ts'
import { shownFrame, shownVisits } from '../store/visits.ts'
import './visit-chooser.css'

/** Chooses one of several visits of a node. */
export function VisitChooser({ id }: { id: string }) {
  const { canvasRun } = useTexts()
  const { count } = useFigures()
  const store = useCanvasStore()
  const keys = useCanvas(useShallow(({ visits, chosenVisits }) => shownVisits(id, visits, chosenVisits).keys))
  const shown = useCanvas(({ visits, chosenVisits }) => shownVisits(id, visits, chosenVisits).shown)
  if (shown === undefined || keys.length < 2) {
    return null
  }
  return (
    <Chooser
      id={id}
      text={canvasRun.visit(count(keys.indexOf(shown) + 1), count(keys.length))}
      place={keys.indexOf(shown)}
      length={keys.length}
      onChoose={(place) => store.getState().chooseVisit(id, keys[place] ?? shown)}
    />
  )
}

/** Chooses the item of an iteration that its nodes show, with one tick per item. */
export function ItemChooser({ id }: { id: string }) {
  const { canvasRun } = useTexts()
  const { count } = useFigures()
  const store = useCanvasStore()
  const box = useCanvas(({ visits, chosenVisits }) =>
    visits.boxes.get(shownVisits(id, visits, chosenVisits).shown ?? ''),
  )
  const step = useCanvas(({ visits, chosenVisits }) => shownVisits(id, visits, chosenVisits).shown)
  const frame = useCanvas(({ visits, chosenVisits }) => shownFrame(id, visits, chosenVisits))
  if (!box || box.items.length === 0) {
    return null
  }
  const place = frame === undefined ? -1 : Number(frame.slice(frame.lastIndexOf('/') + 1))
  const choose = (next: number) => store.getState().chooseItem(id, `${step}/${next}`)
  const done = box.items.filter((state) => state === 'done' || state === 'failed').length
  return (
    <div className="item-chooser row wraps gap-4-8">
      <Chooser
        id={id}
        text={canvasRun.item(count(place + 1), count(box.items.length))}
        place={place}
        length={box.items.length}
        onChoose={choose}
      />
      <small>{canvasRun.itemsDone(count(done), count(box.items.length))}</small>
      <span className="item-ticks flex gap-2" aria-hidden="true">
        {box.items.map((state, index) => (
          <i
            className="grows"
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the name of an item
            key={index}
            data-state={state}
            data-shown={index === place || undefined}
          />
        ))}
      </span>
    </div>
  )
}

type ChooserProps = {
  id: string
  text: string
  place: number
  length: number
  onChoose: (place: number) => void
}

function Chooser({ id, text, place, length, onChoose }: ChooserProps) {
  const { canvasRun } = useTexts()
  const label = useNodeData(id, nodeLabel) ?? ''
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons and a text are no set of form fields
    <span
      className="visit-chooser nodrag inline-row gap-4 outlined round-sm surface text-primary tabular line-20 one-line"
      role="group"
      aria-label={canvasRun.chooseVisit(label)}
      data-testid={`visits-${id}`}
    >
      <button
        type="button"
        aria-label={canvasRun.before}
        disabled={place <= 0}
        onClick={() => onChoose(place - 1)}
      >
        <ChevronLeft size={13} />
      </button>
      <span aria-live="polite">{text}</span>
      <button
        type="button"
        aria-label={canvasRun.after}
        disabled={place >= length - 1}
        onClick={() => onChoose(place + 1)}
      >
        <ChevronRight size={13} />
      </button>
    </span>
  )
}
