import { ChevronDown, Package, Trash2 } from 'lucide-react'
import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { matches } from '#client/components/fold-text.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useStorage } from '#client/components/use-storage.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { isStepKind } from '#shared/step-traits.ts'
import type { TemplatePart } from '#shared/template-parts.ts'
import { pasteClip, readClip } from '../graph/clip.ts'
import type { Point } from '../graph/flow-graph.ts'
import type { CanvasStore } from '../store/canvas-store.ts'
import { isOfSteps } from '../store/catalogue.ts'
import { findFreeSpaceFor } from '../store/insert.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { useDrop } from './use-drag.ts'

type Props = {
  /** Search text; '' lists everything. */
  words: string
  placeOf: () => Point
  /** Converts window to canvas coordinates; without it parts cannot be dragged. */
  toPlace?: (at: Point) => Point
  onInserted?: () => void
}

/** Saved parts, to insert into this flow. Renders nothing where there are none. */
export function MyParts({ words, placeOf, toPlace = placeOf, onInserted }: Props) {
  const { parts } = useTexts()
  const [isOpen, setOpen] = useStorage('canvas.partsOpen', true)
  const { data = [] } = trpc.templates.parts.list.useQuery(undefined, { staleTime: 30_000 })
  const isStepList = useCanvas(isOfSteps)
  const found = data.filter(
    ({ name, description, kinds }) =>
      // Steps and nodes cannot share a flow.
      kinds.some(isStepKind) === isStepList && matches(`${name} ${description}`, words.trim()),
  )
  if (found.length === 0) {
    return null
  }
  return (
    <section className="palette-parts rigid scrolls-y line-above" aria-label={parts.mine}>
      <button
        type="button"
        className="palette-category plain-button row border-box gap-6 full-width text-13 medium text-secondary"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronDown size={14} />
        <Package size={13} aria-hidden="true" className="palette-sign" />
        {parts.mine}
        <span>{found.length}</span>
      </button>
      {isOpen && (
        <ul className="unpadded unlisted">
          {found.map((part) => (
            <li key={part.id}>
              <PartRow part={part} placeOf={placeOf} toPlace={toPlace} onInserted={onInserted} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type RowProps = Required<Pick<Props, 'placeOf' | 'toPlace'>> & {
  part: TemplatePart
  onInserted: (() => void) | undefined
}

function PartRow({ part: { id, name, description, nodeCount }, placeOf, toPlace, onInserted }: RowProps) {
  const { parts } = useTexts()
  const store = useCanvasStore()
  const utils = trpc.useUtils()
  const toasts = useToasts()
  const errorText = useErrorText()
  const remove = useRemovePart()

  async function insert(at: Point) {
    try {
      const { flowData } = await utils.templates.parts.get.fetch({ id })
      insertPart(store, flowData, at)
      onInserted?.()
    } catch (error) {
      toasts.error(errorText(error))
    }
  }
  const drag = useDrop()
  return (
    <div className="palette-node dock-row part-row" {...drag(`part:${id}`, (at) => void insert(toPlace(at)))}>
      <button type="button" title={parts.insert(name, nodeCount)} onClick={() => void insert(placeOf())}>
        <Package size={16} aria-hidden="true" />
        <span className="dock-words grid grows shrinks">
          <strong className="truncate shrinks text-14 line-18 text-primary">{name}</strong>
          <small className="truncate shrinks text-12 line-16">
            {[parts.nodes(nodeCount), description].filter(Boolean).join(' · ')}
          </small>
        </span>
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={parts.remove(name)}
        onClick={() => void remove({ id, name })}
      >
        <Trash2 size={14} />
      </button>
    </div>
  )
}

function useRemovePart() {
  const { parts } = useTexts()
  const confirm = useConfirm()
  const utils = trpc.useUtils()
  const toasts = useToasts()
  const errorText = useErrorText()
  const removing = trpc.templates.parts.remove.useMutation()
  return async ({ id, name }: Pick<TemplatePart, 'id' | 'name'>) => {
    const question = { title: parts.removeTitle(name), description: parts.removeText }
    if (!(await confirm({ ...question, confirmButtonName: parts.removeButton, danger: true }))) {
      return
    }
    try {
      await removing.mutateAsync({ id })
      await utils.templates.parts.list.invalidate()
      toasts.success(parts.removed(name))
    } catch (error) {
      toasts.error(errorText(error))
    }
  }
}

/** Inserts a saved part with new ids as one step and selects it. The point is its corner. */
function insertPart(store: CanvasStore, flowData: string, at: Point) {
  const clip = readClip(flowData)
  if (!clip || store.getState().locked) {
    return
  }
  const kinds = clip.nodes.map(({ data }) => data.name)
  store.getState().withTemplates(kinds, () => {
    let ids: string[] = []
    store.getState().act({ name: 'paste', count: clip.nodes.length }, (graph) => {
      const pasted = pasteClip(graph, clip, findFreeSpaceFor(store, at, clip))
      ids = pasted.ids
      return pasted.graph
    })
    store.getState().select(ids)
    store.getState().camera?.panTo(ids)
  })
}
