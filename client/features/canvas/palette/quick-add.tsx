import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { KindGlyph, kindColor } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { type Kind, kindOf } from '#shared/kinds.ts'
import type { NodeSummary } from '#shared/node-summaries.ts'
import { classesOfHandle } from '#shared/nodes.ts'
import { isStepKind } from '#shared/step-traits.ts'
import { stepFitsEnd } from '../agent/add-step.ts'
import { fitsBetween, fitsEnd } from '../graph/fits.ts'
import { Popup, useActive } from '../popups/popups.ts'
import type { CanvasState } from '../store/canvas-store.ts'
import { insertQuick } from '../store/insert.ts'
import type { QuickAdd as QuickAddRequest } from '../store/surface.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { MyParts } from './my-parts.tsx'
import { currentFirst } from './palette-section.tsx'
import { useKinds, usePrefetch, useSearch } from './suggest.ts'
import { TemplateRow } from './template-row.tsx'

/** Popover at the pointer that adds a node, and connects it. Fitting types come first. */
export function QuickAdd() {
  const request = useCanvas((state) => state.quickAdd)
  return request ? <QuickAddList key={`${request.at.x} ${request.at.y}`} request={request} /> : null
}

/** Maximum number of incompatible types listed, with the reason. */
const otherCount = 3

function QuickAddList({ request }: { request: QuickAddRequest }) {
  const { canvas, common } = useTexts()
  const id = useId()
  const store = useCanvasStore()
  const kinds = useKinds()
  const find = useSearch()
  const [words, setWords] = useState('')
  const [filtered, setFiltered] = useState(request.from !== undefined || request.between !== undefined)
  const search = useRef<HTMLInputElement>(null)
  const close = useCallback(() => store.getState().put({ quickAdd: undefined }), [store])
  useEffect(() => search.current?.focus({ preventScroll: true }), [])

  const { fitting, others } = useMemo(() => {
    const found = find([...kinds.values()], words)
    const fits = (template: NodeSummary) => !filtered || fitsRequest(template, request, store.getState())
    return {
      fitting: currentFirst(found.filter(fits)),
      others: words === '' ? [] : found.filter((each) => !fits(each)),
    }
  }, [kinds, words, filtered, request, store, find])

  const { active, setActive, move } = useActive(fitting.length, (index) => `${id}-${index}`)

  usePrefetch(fitting[active]?.name)

  function choose(template: NodeSummary, stay: boolean) {
    const { from, between, ...rest } = request
    insertQuick(store, template, filtered ? request : rest)
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
  const kind = request.from && kindOf(classesOfHandle(request.from.handle))
  const needs = (template: NodeSummary) => reasonFor(template, request, kind, common.kinds, canvas.needsGot)
  return (
    <Popup at={request.at} label={canvas.quickAdd} onClose={close} width={340} sheet className="quick-add">
      <div className="quick-search row gap-8 rigid text-tertiary height-36 outlined-strong round-6">
        <Search size={16} aria-hidden="true" />
        <input
          className="grows shrinks full-height no-background borderless"
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
            className="kind-chip plain-button inline-row rigid text-12 medium round-6 height-24"
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
      <p className="quick-head flex spread text-12 medium text-tertiary">
        {filtered ? canvas.fitsHere : canvas.nodes}
        <span>{canvas.countOf(fitting.length, kinds.size)}</span>
      </p>
      <p className="visually-hidden" role="status">
        {fitting.length === 0 && nothing}
      </p>
      <div
        className="palette-nodes grows shrinks-y scrolls-y"
        role="listbox"
        id={id}
        aria-label={canvas.nodes}
      >
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
          <p className="choice-note text-tertiary pad-10-12" aria-hidden="true">
            {nothing}
          </p>
        )}
        {others.length > 0 && (
          <p className="quick-head flex spread text-12 medium text-tertiary">{canvas.doesNotFit}</p>
        )}
        {others.slice(0, otherCount).map((template) => (
          <TemplateRow key={template.name} template={template} reason={needs(template)} />
        ))}
      </div>
      {!filtered && <MyParts words={words} placeOf={() => request.place} onInserted={close} />}
      <footer className="quick-foot rigid text-12 text-tertiary line-above">
        <kbd className="outlined round-4">↑↓</kbd> {canvas.choose} <kbd className="outlined round-4">↵</kbd>{' '}
        {filtered ? canvas.addAndConnect : canvas.add} <kbd className="outlined round-4">Ctrl ↵</kbd>{' '}
        {canvas.stay}
      </footer>
    </Popup>
  )
}

function fitsRequest(
  template: NodeSummary,
  { from, between }: QuickAddRequest,
  { graph }: CanvasState,
): boolean {
  const edge = between === undefined ? undefined : graph.edges.get(between)
  if (isStepKind(template.name)) {
    return (!from || stepFitsEnd(template, from)) && (!edge || stepFitsEnd(template, { side: 'in' }))
  }
  return (!from || fitsEnd(template, from)) && (!edge || fitsBetween(template, edge))
}

function reasonFor(
  template: NodeSummary,
  { from }: QuickAddRequest,
  kind: Kind | undefined,
  words: Record<Kind, string>,
  describe: (needs: string, got: string) => string,
): string {
  if (!from || !kind) {
    return template.description
  }
  const own = from.side === 'in' ? kindOf(template.baseClasses) : takenKind(template)
  return from.side === 'in' ? describe(words[kind], words[own]) : describe(words[own], words[kind])
}

function takenKind(template: NodeSummary): Kind {
  const anchor = template.inputs.find(({ type }) => kindOf([type]) !== 'any')
  return anchor ? kindOf([anchor.type]) : 'any'
}
