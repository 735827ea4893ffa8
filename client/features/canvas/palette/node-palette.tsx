import { PanelLeftClose, Search, Workflow } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useDeferredValue, useId, useMemo, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useStorage } from '#client/components/use-storage.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { NodeSummary } from '#shared/node-summaries.ts'
import { useView } from '../board/board.ts'
import type { Point } from '../graph/flow-graph.ts'
import { useActive } from '../popups/popups.ts'
import { isOfSteps } from '../store/catalogue.ts'
import { goToDock } from '../store/elements.ts'
import { dragType, dropNode, usePaletteMemory } from '../store/insert.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { MyParts } from './my-parts.tsx'
import { entriesOf, type Facet, FacetBar, facetted, PaletteSection, sectionsOf } from './palette-section.tsx'
import { useKinds, usePrefetch, useSearch, useSuggested } from './suggest.ts'
import { TemplatePreview, TemplateRow, usePreview } from './template-row.tsx'
import { useDrop, useTouchDrag } from './use-drag.ts'

const noneClosed: string[] = []
const noFacets: Facet[] = []
type Props = {
  /** `stays` keeps the list open after the insertion. */
  onInsert: (template: NodeSummary, stays: boolean) => void
  /** Called on a drop over the canvas, with window coordinates. */
  onDropAt: (template: NodeSummary, at: Point) => void
  onClose: () => void
}

/** The palette: search node types, drag them onto the canvas, or insert them with Enter. */
export function NodePalette({ onInsert, onDropAt, onClose }: Props) {
  const { board, canvas } = useTexts()
  const id = useId()
  const kinds = useKinds()
  const isStepList = useCanvas(isOfSteps)
  const store = useCanvasStore()
  const search = useSearch()
  const memory = usePaletteMemory()
  const preview = usePreview()
  const touch = useTouchDrag(onDropAt)
  const view = useView()
  const drop = useDrop()
  const [words, setWords] = useState('')
  const [isUsed, setUsed] = useState(false)
  const [closed, setClosed] = useStorage('canvas.closedCategories', noneClosed)
  const [chosen, setChosen] = useStorage('canvas.facets', noFacets)
  const owned = useOwned()
  // The rows render after the canvas.
  const isReady = useDeferredValue(true, false)
  const suggested = useSuggested(kinds, isReady)
  const found = useMemo(
    () =>
      isStepList
        ? search([...kinds.values()], words)
        : facetted(search([...kinds.values()], words), chosen, owned),
    [kinds, isStepList, words, search, chosen, owned],
  )
  const searching = words.trim() !== ''
  const sections = searching || !isReady ? [] : sectionsOf(found, { ...memory, suggested, kinds })
  const shown = searching
    ? found.map((template) => ({ section: 'found', template }))
    : entriesOf(sections, closed)
  const { active, setActive, move } = useActive(shown.length, (index) => `${id}-${index}`)

  const prefetch = usePrefetch(shown[active]?.template.name, isUsed)

  function onKeyDown(event: KeyboardEvent) {
    const template = shown[active]?.template
    const mod = event.ctrlKey || event.metaKey
    if (move(event, false)) {
      requestAnimationFrame(showActive)
    } else if (event.key === 'Escape') {
      closeInnermost(event)
    } else if (template && event.key === 'Enter') {
      event.preventDefault()
      preview.hide()
      onInsert(template, mod)
    } else if (template && mod && event.key.toLowerCase() === 'b') {
      event.preventDefault()
      memory.toggleFavourite(template.name)
    }
  }

  function closeInnermost(event: KeyboardEvent) {
    if (preview.shown) {
      event.stopPropagation()
      preview.hide()
    } else if (searching) {
      event.stopPropagation()
      setWords('')
    }
  }

  function showActive() {
    const row = document.querySelector(`.palette-nodes [role=option][data-active]`)
    const at = Number(row?.id.slice(id.length + 1))
    const template = shown[at]?.template
    if (template) {
      preview.show(template, row)
    }
  }

  function dropStep(template: NodeSummary, at: Point) {
    preview.hide()
    const { x, y } = view.toPlace(at)
    dropNode(store, template, { x: x - 110, y: y - 23 })
  }

  const row = (template: NodeSummary, index: number) => (
    <TemplateRow
      key={template.name}
      id={`${id}-${index}`}
      template={template}
      isActive={index === active}
      isFavourite={memory.favourites.includes(template.name)}
      onFavourite={() => memory.toggleFavourite(template.name)}
      draggable
      onDragStart={(event: DragEvent) => {
        preview.hide()
        prefetch(template.name, 0)
        event.dataTransfer.setData(dragType, template.name)
        event.dataTransfer.effectAllowed = 'copy'
      }}
      {...(isStepList && drop(template.name, (at) => dropStep(template, at)))}
      onPointerEnter={({ pointerType, currentTarget }) => {
        prefetch(template.name)
        if (pointerType === 'mouse') {
          preview.show(template, currentTarget)
        }
      }}
      onPointerLeave={preview.hide}
      {...touch(template)}
      onClick={(event) => {
        setActive(index)
        preview.hide()
        onInsert(template, event.ctrlKey || event.metaKey)
      }}
    />
  )
  let index = -1
  return (
    <aside
      className="node-palette stack rigid shrinks-y surface line-right width-300"
      aria-label={canvas.nodes}
    >
      <header className="dock-head row spread rigid line-below">
        <h2 className="text-14 line-20 semibold">{canvas.nodes}</h2>
        <button type="button" className="icon-button" aria-label={canvas.closePalette} onClick={onClose}>
          <PanelLeftClose size={18} />
        </button>
      </header>
      <div className="palette-search row gap-8 rigid text-tertiary height-36 outlined-strong round-6">
        <Search size={16} aria-hidden="true" />
        <input
          className="grows shrinks full-height no-background borderless"
          type="search"
          role="combobox"
          // Dialogs handle Escape only while no listbox is open, which this one is while in use.
          aria-expanded={isUsed}
          onFocus={() => setUsed(true)}
          aria-controls={id}
          aria-activedescendant={shown.length > 0 ? `${id}-${active}` : undefined}
          aria-label={canvas.searchNodes}
          aria-describedby={preview.shown ? `${id}-preview` : undefined}
          placeholder={canvas.searchNodes}
          value={words}
          onChange={({ target }) => {
            setWords(target.value)
            setActive(0)
            preview.hide()
          }}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setUsed(false)
            preview.hide()
          }}
        />
        <kbd className="outlined round-4 pad-0-6">/</kbd>
      </div>
      {isStepList ? <GenerateButton /> : <FacetBar chosen={chosen} onChoose={setChosen} />}
      <div
        className="palette-nodes grows shrinks-y scrolls-y"
        id={id}
        onScroll={preview.hide}
        {...(searching && { role: 'listbox', 'aria-label': canvas.nodes })}
      >
        {searching
          ? found.map(row)
          : sections.map(({ key, templates: members }) => {
              const isOpen = !closed.includes(key)
              return (
                <PaletteSection
                  key={key}
                  name={key}
                  count={members.length}
                  isOpen={isOpen}
                  onToggle={() =>
                    setClosed(isOpen ? [...closed, key] : closed.filter((each) => each !== key))
                  }
                >
                  {isOpen &&
                    members.map((template) => {
                      index += 1
                      return row(template, index)
                    })}
                </PaletteSection>
              )
            })}
      </div>
      {isReady && <MyParts words={words} placeOf={view.centre} toPlace={view.toPlace} />}
      <p className="palette-nothing text-13 text-tertiary" role="status">
        {found.length === 0 &&
          kinds.size > 0 &&
          (searching ? canvas.noNodeFound(words) : board.noNodeOfFacets)}
      </p>
      {preview.shown && (
        <TemplatePreview key={preview.shown.template.name} id={`${id}-preview`} {...preview.shown} />
      )}
    </aside>
  )
}

/** Types of the user's credentials. */
function useOwned(): ReadonlySet<string> {
  const { data } = trpc.credentials.list.useQuery({}, { staleTime: 30_000 })
  return useMemo(() => new Set((data ?? []).map(({ credentialName }) => credentialName)), [data])
}

function GenerateButton() {
  const { agent } = useTexts()
  const store = useCanvasStore()
  function open() {
    goToDock(store, 'generate')
    if (innerWidth < 900) {
      store.getState().put({ palette: false })
    }
  }
  return (
    <button
      type="button"
      className="generate-button plain-button row border-box gap-8 rigid text-13 medium height-36 pad-0-12 round-6 text-accent"
      onClick={open}
    >
      <Workflow size={16} strokeWidth={1.75} aria-hidden="true" />
      {agent.generateOpen}
    </button>
  )
}
