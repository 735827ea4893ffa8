import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { Renderers } from './page-content.tsx'
import { loadPages } from './pages.ts'
import { type Result, searchPages } from './search-pages.ts'

type Props = { path: (page: string) => string; markMatches: Renderers['markMatches'] }

/** Finds sections of every page of the language. `/` puts the focus here. */
export function SearchField({ path, markMatches }: Props) {
  const { docs, palette } = useTexts()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [place, setPlace] = useState(0)
  const search = useDeferredValue(query)
  const results = useResults(search, isOpen)
  const navigate = useNavigate()
  useSlash(input)
  const isShown = isOpen && search.trim() !== '' && results !== undefined

  const go = ({ page, id: section }: Result) => {
    setOpen(false)
    setQuery('')
    input.current?.blur()
    void navigate(`${path(page)}${section && `#${section}`}`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const count = results?.length ?? 0
    if (event.key === 'Escape') {
      setOpen(false)
      setQuery('')
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setPlace((before) => (count === 0 ? 0 : (before + (event.key === 'ArrowDown' ? 1 : count - 1)) % count))
    } else if (event.key === 'Enter' && isShown) {
      const chosen = results[place]
      if (chosen) {
        go(chosen)
      }
    }
  }

  return (
    <search className="docs-search row gap-10 grows shrinks relative surface outlined-strong height-36 round-sm">
      <Search className="rigid" size={16} aria-hidden="true" />
      <input
        className="grows shrinks full-height inherits-font no-background borderless inherits-color"
        ref={input}
        type="text"
        role="combobox"
        aria-label={docs.search}
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && results.length > 0 ? `${id}-${place}` : undefined}
        aria-keyshortcuts="/"
        autoComplete="off"
        spellCheck={false}
        placeholder={docs.search}
        value={query}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={({ target }) => {
          setQuery(target.value)
          setPlace(0)
          setOpen(true)
        }}
        onKeyDown={onKeyDown}
      />
      <span aria-hidden="true">
        <kbd className="text-tertiary outlined round-xs pad-0-6 code-12">/</kbd>
      </span>
      <span className="visually-hidden" role="status">
        {isShown ? palette.found(results.length) : ''}
      </span>
      {isShown && (
        <div className="docs-results absolute outlined round-md backdrop-popup raised">
          <div role="listbox" id={`${id}-list`} aria-label={docs.results}>
            {results.map((result, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
              <div
                key={`${result.page}#${result.id}`}
                role="option"
                id={`${id}-${index}`}
                aria-selected={index === place}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => setPlace(index)}
                onClick={() => go(result)}
                onKeyDown={undefined}
              >
                <span>
                  <b className="semibold">{result.title}</b>{' '}
                  {result.id !== '' && <small className="text-13 text-secondary">{result.pageTitle}</small>}
                </span>
                <p className="text-12 line-18 text-secondary">
                  {markMatches(result.excerpt, search).map(({ text, isMatch }, part) =>
                    isMatch ? (
                      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity
                      <mark className="semibold no-background text-accent" key={part}>
                        {text}
                      </mark>
                    ) : (
                      text
                    ),
                  )}
                </p>
              </div>
            ))}
          </div>
          <footer className="row gap-6 text-12 line-18 text-tertiary line-above" aria-hidden="true">
            {results.length > 0 && (
              <span className="docs-keys row gap-6">
                <kbd className="text-tertiary outlined round-xs pad-0-6 code-12">↑</kbd>
                <kbd className="text-tertiary outlined round-xs pad-0-6 code-12">↓</kbd> {docs.choose}{' '}
                <kbd className="text-tertiary outlined round-xs pad-0-6 code-12">Enter</kbd> {docs.open}
              </span>
            )}
            <span className="docs-count pushed-right">
              {results.length > 0 ? palette.found(results.length) : palette.none(search.trim())}
            </span>
          </footer>
        </div>
      )}
    </search>
  )
}

/** The pages are loaded when the field is first used. */
function useResults(query: string, isRequired: boolean): Result[] | undefined {
  const [language] = useLanguage()
  const { data: pages } = useQuery({
    queryKey: ['docs', language],
    queryFn: () => loadPages(language),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isRequired,
  })
  return pages && searchPages(pages, query)
}

function useSlash(input: { current: HTMLInputElement | null }) {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const { target } = event
      const isTyping =
        target instanceof HTMLElement && target.closest('input, textarea, [contenteditable], [role="dialog"]')
      if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault()
        input.current?.focus()
      }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [input])
}
