import { ChevronDown, PanelLeftClose, Search } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useId, useMemo, useState } from 'react'
import { useStorage } from '#client/components/use-storage.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { NodeTemplate } from '#shared/nodes.ts'
import { useActive } from '../popups/use-active.ts'
import { useCanvas } from '../store/use-canvas.ts'
import { byCategory } from './search-templates.ts'
import { TemplateRow } from './template-row.tsx'
import { useSearch } from './use-search.ts'

/** The type under which a kind of node is dragged. */
export const dragType = 'application/x-flowtill-node'

const noneClosed: string[] = []
type Props = { onInsert: (template: NodeTemplate) => void; onClose: () => void }

/** All kinds of node, to search, to drag onto the canvas, or to put in the middle of it with Enter. */
export function NodePalette({ onInsert, onClose }: Props) {
  const { canvas } = useTexts()
  const id = useId()
  const templates = useCanvas((state) => state.templates)
  const search = useSearch()
  const [words, setWords] = useState('')
  const [closed, setClosed] = useStorage('canvas.closedCategories', noneClosed)
  const found = useMemo(() => search([...templates.values()], words), [templates, words, search])
  const searching = words.trim() !== ''
  const groups = searching ? [] : byCategory(found)
  const shown = searching
    ? found
    : groups.flatMap(([name, members]) => (closed.includes(name) ? [] : members))
  const { active, setActive, move } = useActive(shown.length, (index) => `${id}-${index}`)

  function onKeyDown(event: KeyboardEvent) {
    const template = shown[active]
    if (move(event, false)) {
      return
    }
    if (event.key === 'Enter' && template) {
      event.preventDefault()
      onInsert(template)
    } else if (event.key === 'Escape' && searching) {
      event.stopPropagation()
      setWords('')
    }
  }

  const row = (template: NodeTemplate) => {
    const index = shown.indexOf(template)
    return (
      <TemplateRow
        key={template.name}
        id={`${id}-${index}`}
        template={template}
        isActive={index === active}
        draggable
        onDragStart={(event: DragEvent) => {
          event.dataTransfer.setData(dragType, template.name)
          event.dataTransfer.effectAllowed = 'copy'
        }}
        onClick={() => {
          setActive(index)
          onInsert(template)
        }}
      />
    )
  }
  return (
    <aside className="palette" aria-label={canvas.nodes}>
      <header className="dock-head">
        <h2>{canvas.nodes}</h2>
        <button type="button" className="icon-button" aria-label={canvas.closePalette} onClick={onClose}>
          <PanelLeftClose size={18} />
        </button>
      </header>
      <div className="palette-search">
        <Search size={16} aria-hidden="true" />
        <input
          type="search"
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={shown.length > 0 ? `${id}-${active}` : undefined}
          aria-label={canvas.searchNodes}
          placeholder={canvas.searchNodes}
          value={words}
          onChange={({ target }) => {
            setWords(target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>/</kbd>
      </div>
      <div
        className="palette-list"
        id={id}
        {...(searching && { role: 'listbox', 'aria-label': canvas.nodes })}
      >
        {searching
          ? found.map(row)
          : groups.map(([name, members]) => (
              <Category
                key={name}
                name={name}
                count={members.length}
                isOpen={!closed.includes(name)}
                onToggle={() =>
                  setClosed(
                    closed.includes(name) ? closed.filter((each) => each !== name) : [...closed, name],
                  )
                }
              >
                {members.map(row)}
              </Category>
            ))}
      </div>
      <p className="palette-none" role="status">
        {found.length === 0 && templates.size > 0 && canvas.noNodeFound(words)}
      </p>
    </aside>
  )
}

type CategoryProps = {
  name: string
  count: number
  isOpen: boolean
  onToggle: () => void
  children: React.ReactNode
}

function Category({ name, count, isOpen, onToggle, children }: CategoryProps) {
  const { nodes } = useTexts()
  const words: Record<string, string> = nodes.categories
  return (
    <section>
      <button type="button" className="palette-category" aria-expanded={isOpen} onClick={onToggle}>
        <ChevronDown size={14} />
        {words[name] ?? name}
        <span>{count}</span>
      </button>
      {isOpen && (
        <div role="listbox" aria-label={words[name] ?? name}>
          {children}
        </div>
      )}
    </section>
  )
}
