import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { foldText } from '#client/components/fold-text.ts'
import { nodeLabel } from '#client/texts/node-texts.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { isNote } from '#shared/flow-file.ts'
import type { View } from '../board/use-view.ts'
import { type Graph, type GraphNode, type Templates, withData, withNodes } from '../graph/flow-graph.ts'
import { shapeOf } from '../graph/shape.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

export function FindBar({ view }: { view: View }) {
  const { board } = useTexts()
  const store = useCanvasStore()
  const graph = useCanvas((state) => state.graph)
  const templates = useCanvas((state) => state.templates)
  const [words, setWords] = useState('')
  const [by, setBy] = useState('')
  const [index, setIndex] = useState(-1)
  const [message, setSaid] = useState('')
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
    <search className="find-bar absolute outlined grid gap-4" aria-label={board.find}>
      <div className="row gap-6">
        <Search size={16} aria-hidden="true" />
        <input
          className="grows shrinks surface inherits-color outlined-strong pad-0-8 height-32"
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
        <output className="text-12 text-tertiary tabular one-line" aria-live="polite">
          {message || (words.trim() === '' ? '' : counted)}
          <span className="visually-hidden">{message ? '' : ` ${nameOf(graph, found[index]?.node)}`}</span>
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
      <div className="row gap-6">
        <input
          className="grows shrinks surface inherits-color outlined-strong pad-0-8 height-32"
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

export type Match = { node: string; field: string | undefined }

export function findOnCanvas(
  graph: Graph,
  words: string,
  templates: Templates,
  fold: (text: string) => string,
): Match[] {
  const expected = fold(words.trim())
  if (expected === '') {
    return []
  }
  const holds = (text: string) => fold(text).includes(expected)
  return [...graph.nodes].flatMap(([id, node]): Match[] => {
    const { label, name } = node.data
    const kind = shapeOf(node, templates).template?.label ?? ''
    const named = [label, nodeLabel(node.data), id, name, kind].some(holds)
    const fields = textsOf(node)
      .filter(([, text]) => holds(text))
      .map(([field]): Match => ({ node: id, field: isNote(node) ? undefined : field }))
    return named && !isNote(node) ? [{ node: id, field: undefined }, ...fields] : fields
  })
}

/** Replaces text in all texts, except references to nodes. Case-sensitive. */
export function replaceInTexts(graph: Graph, words: string, by: string): { graph: Graph; count: number } {
  let count = 0
  const changed = [...graph.nodes].flatMap(([id, node]): [string, GraphNode][] => {
    const inputs = Object.fromEntries(
      textsOf(node).flatMap(([field, text]) => {
        const parts = outsideReferences(text, (part) => part.replaceAll(words, () => by))
        count += parts === text ? 0 : 1
        return parts === text ? [] : [[field, parts]]
      }),
    )
    return Object.keys(inputs).length > 0
      ? [[id, withData(node, { inputs: { ...node.data.inputs, ...inputs } })]]
      : []
  })
  return { count, graph: words !== '' && changed.length > 0 ? withNodes(graph, changed) : graph }
}

function outsideReferences(text: string, change: (part: string) => string): string {
  return text
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('')
}

/** Texts written by users: no secrets, no links. */
function textsOf({ data }: GraphNode): [string, string][] {
  const params = Array.isArray(data.inputParams)
    ? (data.inputParams as { name?: unknown; type?: unknown }[])
    : []
  const secret = new Set(params.filter(({ type }) => type === 'password').map(({ name }) => name))
  return Object.entries(data.inputs).flatMap(([field, value]): [string, string][] =>
    typeof value === 'string' && value !== '' && !secret.has(field) && !/^\{\{[^{}]*\}\}$/.test(value)
      ? [[field, value]]
      : [],
  )
}
