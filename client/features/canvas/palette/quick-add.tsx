import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { KindGlyph, kindColor } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { type Kind, kindOf } from '#shared/kinds.ts'
import type { NodeSummary } from '#shared/node-summaries.ts'
import { classesOfHandle } from '#shared/nodes.ts'
import { stepFitsEnd } from '../agent/add-step.ts'
import { stepTemplates } from '../agent/step-templates.ts'
import { fitsBetween, fitsEnd } from '../graph/fits.ts'
import { Popup } from '../popups/popup.tsx'
import { useActive } from '../popups/use-active.ts'
import type { CanvasState } from '../store/canvas-store.ts'
import type { QuickAdd as Wish } from '../store/surface.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { insertQuick } from './add.ts'
import { currentFirst } from './facets.tsx'
import { MyParts } from './my-parts.tsx'
import { TemplateRow } from './template-row.tsx'
import { useKinds, usePrefetch, useSearch } from './use-kinds.ts'

/** The popover at the pointer: what can be added here, what fits first, connected at once. */
export function QuickAdd() {
  const wish = useCanvas((state) => state.quickAdd)
  return wish ? <QuickAddList key={`${wish.at.x} ${wish.at.y}`} wish={wish} /> : null
}

/** What is left when fewer fit: as many again that do not, with the reason. */
const otherCount = 3

function QuickAddList({ wish }: { wish: Wish }) {
  const { canvas, common } = useTexts()
  const id = useId()
  const store = useCanvasStore()
  const kinds = useKinds()
  const find = useSearch()
  const [words, setWords] = useState('')
  const [filtered, setFiltered] = useState(wish.from !== undefined || wish.between !== undefined)
  const search = useRef<HTMLInputElement>(null)
  const close = useCallback(() => store.getState().put({ quickAdd: undefined }), [store])
  useEffect(() => search.current?.focus({ preventScroll: true }), [])

  const { fitting, others } = useMemo(() => {
    const found = find([...kinds.values()], words)
    const fits = (template: NodeSummary) => !filtered || fitsWish(template, wish, store.getState())
    return {
      fitting: currentFirst(found.filter(fits)),
      others: words === '' ? [] : found.filter((each) => !fits(each)),
    }
  }, [kinds, words, filtered, wish, store, find])

  const { active, setActive, move } = useActive(fitting.length, (index) => `${id}-${index}`)

  usePrefetch(fitting[active]?.name)

  function choose(template: NodeSummary, stay: boolean) {
    const { from, between, ...rest } = wish
    insertQuick(store, template, filtered ? wish : rest)
    if (stay) {
      store.getState().put({ quickAdd: { ...rest, place: { x: rest.place.x + 40, y: rest.place.y + 40 } } })
    } else {
      close()
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    const template = fitting[active]
    if (!move(event, false) && event.key === 'Enter' && template) {
      event.preventDefault()
      choose(template, event.ctrlKey || event.metaKey)
    }
  }

  const nothing = words === '' ? canvas.noKindFits : canvas.noNodeFound(words)
  const kind = wish.from && kindOf(classesOfHandle(wish.from.handle))
  const needs = (template: NodeSummary) => reasonFor(template, wish, kind, common.kinds, canvas.needsGot)
  return (
    <Popup at={wish.at} label={canvas.quickAdd} onClose={close} width={340} sheet className="quick-add">
      <div className="quick-search">
        <Search size={16} aria-hidden="true" />
        <input
          ref={search}
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={fitting.length > 0 ? `${id}-${active}` : undefined}
          aria-label={canvas.searchNodes}
          placeholder={canvas.searchNodes}
          value={words}
          onChange={({ target }) => {
            setWords(target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
        {filtered && kind && (
          <button
            type="button"
            className="kind-chip"
            style={{ color: kindColor(kind) }}
            aria-label={canvas.showAll}
            onClick={() => setFiltered(false)}
          >
            <KindGlyph kind={kind} size={11} silent />
            {common.kinds[kind]}
            <X size={12} />
          </button>
        )}
      </div>
      <p className="quick-head">
        {filtered ? canvas.fitsHere : canvas.nodes}
        <span>{canvas.countOf(fitting.length, kinds.size)}</span>
      </p>
      <p className="visually-hidden" role="status">
        {fitting.length === 0 && nothing}
      </p>
      <div className="palette-nodes" role="listbox" id={id} aria-label={canvas.nodes}>
        {fitting.map((template, index) => (
          <TemplateRow
            key={template.name}
            id={`${id}-${index}`}
            template={template}
            isActive={index === active}
            onMouseMove={() => setActive(index)}
            onClick={() => choose(template, false)}
          />
        ))}
        {fitting.length === 0 && (
          <p className="choice-note" aria-hidden="true">
            {nothing}
          </p>
        )}
        {others.length > 0 && <p className="quick-head">{canvas.doesNotFit}</p>}
        {others.slice(0, otherCount).map((template) => (
          <TemplateRow key={template.name} template={template} reason={needs(template)} />
        ))}
      </div>
      {!filtered && <MyParts words={words} placeOf={() => wish.place} onInserted={close} />}
      <footer className="quick-foot">
        <kbd>↑↓</kbd> {canvas.choose} <kbd>↵</kbd> {filtered ? canvas.addAndConnect : canvas.add}{' '}
        <kbd>Ctrl ↵</kbd> {canvas.stay}
      </footer>
    </Popup>
  )
}

function fitsWish(template: NodeSummary, { from, between }: Wish, { graph }: CanvasState): boolean {
  const edge = between === undefined ? undefined : graph.edges.get(between)
  if (stepTemplates.has(template.name)) {
    return (!from || stepFitsEnd(template, from)) && (!edge || stepFitsEnd(template, { side: 'in' }))
  }
  return (!from || fitsEnd(template, from)) && (!edge || fitsBetween(template, edge))
}

function reasonFor(
  template: NodeSummary,
  { from }: Wish,
  kind: Kind | undefined,
  words: Record<Kind, string>,
  say: (needs: string, got: string) => string,
): string {
  if (!from || !kind) {
    return template.description
  }
  const own = from.side === 'in' ? kindOf(template.baseClasses) : takenKind(template)
  return from.side === 'in' ? say(words[kind], words[own]) : say(words[own], words[kind])
}

function takenKind(template: NodeSummary): Kind {
  const anchor = template.inputs.find(({ type }) => kindOf([type]) !== 'any')
  return anchor ? kindOf([anchor.type]) : 'any'
}
