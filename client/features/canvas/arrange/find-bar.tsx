import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { nodeLabel } from '#client/texts/node-texts.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { View } from '../board/use-view.ts'
import { findOnCanvas, replaceInTexts } from '../graph/find.ts'
import type { Graph } from '../graph/flow-graph.ts'
import { foldText } from '../palette/search-templates.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

/** Looks for words on the canvas and goes from one place to the next; can put others in their stead. */
export function FindBar({ view }: { view: View }) {
  const { board } = useTexts()
  const store = useCanvasStore()
  const graph = useCanvas((state) => state.graph)
  const templates = useCanvas((state) => state.templates)
  const [words, setWords] = useState('')
  const [by, setBy] = useState('')
  const [index, setIndex] = useState(-1)
  const [said, setSaid] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const found = useMemo(() => findOnCanvas(graph, words, templates, foldText), [graph, words, templates])
  useEffect(() => field.current?.focus(), [])

  function go(by: number) {
    if (found.length === 0) {
      return
    }
    const next = (Math.max(index, by > 0 ? -1 : 0) + by + found.length) % found.length
    setIndex(next)
    const match = found[next]
    if (match) {
      view.showNode(match.node)
    }
  }

  function close() {
    store.getState().put({ finding: false })
    document.querySelector<HTMLElement>('.canvas-room')?.focus({ preventScroll: true })
  }

  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.key === 'Enter') {
      event.preventDefault()
      go(event.shiftKey ? -1 : 1)
    } else if (event.key === 'Escape') {
      close()
    }
  }

  function replaceAll() {
    const { count } = replaceInTexts(graph, words, by)
    store
      .getState()
      .act({ name: 'replaceText', what: words, count }, (before) => replaceInTexts(before, words, by).graph)
    setSaid(board.replaced(count))
  }

  const place = index >= 0 && index < found.length ? index + 1 : 0
  const counted = found.length > 0 ? board.countOf(place, found.length) : board.nothingFound
  return (
    <search className="find-bar" aria-label={board.find}>
      <div>
        <Search size={16} aria-hidden="true" />
        <input
          ref={field}
          aria-label={board.findWords}
          placeholder={board.findWords}
          value={words}
          onChange={({ target }) => {
            setWords(target.value)
            setIndex(-1)
            setSaid('')
          }}
          onKeyDown={onKeyDown}
        />
        <output aria-live="polite">
          {said || (words.trim() === '' ? '' : counted)}
          <span className="visually-hidden">{said ? '' : ` ${nameOf(graph, found[index]?.node)}`}</span>
        </output>
        <button type="button" className="icon-button" aria-label={board.previous} onClick={() => go(-1)}>
          <ChevronUp size={16} />
        </button>
        <button type="button" className="icon-button" aria-label={board.next} onClick={() => go(1)}>
          <ChevronDown size={16} />
        </button>
        <button type="button" className="icon-button" aria-label={board.closeFind} onClick={close}>
          <X size={16} />
        </button>
      </div>
      <div>
        <input
          aria-label={board.replaceBy}
          placeholder={board.replaceBy}
          value={by}
          onChange={({ target }) => setBy(target.value)}
          onKeyDown={(event) => {
            event.stopPropagation()
            if (event.key === 'Escape') {
              close()
            }
          }}
        />
        <button type="button" className="link-button" disabled={words === ''} onClick={replaceAll}>
          {board.replaceAll}
        </button>
      </div>
    </search>
  )
}

function nameOf({ nodes }: Graph, id = ''): string {
  const node = nodes.get(id)
  return node ? nodeLabel(node.data) : ''
}
