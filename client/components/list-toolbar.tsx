import './list-toolbar.css'
import { IconButton, Input } from '@mui/joy'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent as ReactKeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { isShortcut } from './keyboard.ts'

type Props = {
  label: string
  query: string
  onQuery: (query: string) => void
  count: string
  /** For dialogs: focuses the search and disables its `/` shortcut. */
  autoFocus?: boolean
  children?: ReactNode
}

/** Search field of a list: `/` focuses it, Esc clears it. */
export function ListToolbar({ label, query, onQuery, count, autoFocus = false, children }: Props) {
  const { common } = useTexts()
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === '/' && isShortcut(event)) {
        event.preventDefault()
        search.current?.focus()
      }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  function clear(event: ReactKeyboardEvent) {
    if (event.key === 'Escape' && query !== '') {
      // Keeps the surrounding dialog open.
      event.stopPropagation()
      onQuery('')
    }
  }
  return (
    <search className="row wraps gap-8 margin-bottom-20">
      <Input
        className="list-search"
        type="search"
        aria-label={label}
        placeholder={label}
        startDecorator={<Search size={16} />}
        endDecorator={
          query === '' ? (
            !autoFocus && <kbd className="pad-0-6 code-11 text-tertiary outlined round-xs">/</kbd>
          ) : (
            <IconButton
              size="sm"
              variant="plain"
              aria-label={common.clearFilters}
              onClick={() => onQuery('')}
            >
              <X size={14} />
            </IconButton>
          )
        }
        value={query}
        onChange={({ target }) => onQuery(target.value)}
        onKeyDown={clear}
        autoFocus={autoFocus}
        slotProps={{ input: { ref: search } }}
      />
      {children}
      <span className="list-count text-13 text-tertiary pushed-right" role="status">
        {count}
      </span>
    </search>
  )
}

type ChipProps = { label: string; count: number; isOn: boolean; onToggle: () => void }

export function FilterChip({ label, count, isOn, onToggle }: ChipProps) {
  return (
    <button
      type="button"
      className="filter-chip inherits-font text-13 text-primary surface outlined pressable min-height-32 line-on-hover pad-0-12"
      aria-pressed={isOn}
      onClick={onToggle}
    >
      {label} <span className="text-tertiary">{count}</span>
    </button>
  )
}
