import { Check, type LucideIcon, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { foldText } from '#client/components/fold-text.ts'
import { useTexts } from '#client/texts/texts.tsx'

export type Option = { name: string; label: string; description?: string | undefined }

export type ChoiceListProps = {
  label: string
  listId?: string
  options: readonly Option[]
  chosen: readonly string[]
  /** Several options can be chosen, so the list stays open. */
  multiple?: boolean
  onPick: (name: string) => void
  /** Replaces the options while they load or after a failure. */
  notice?: { text: string; bad?: boolean; onRetry?: () => void } | undefined
  /** One more action below the options. */
  action?: { name: string; icon: LucideIcon; run: () => void } | undefined
}

const searchFrom = 8

export function ChoiceList({
  label,
  listId,
  options,
  chosen,
  multiple,
  onPick,
  notice,
  action,
}: ChoiceListProps) {
  const { nodes } = useTexts()
  const ownId = useId()
  const id = listId ?? ownId
  const focus = useRef<HTMLInputElement & HTMLDivElement>(null)
  const [words, setWords] = useState('')
  const found = options.filter((option) =>
    foldText(`${option.label} ${option.name}`).includes(foldText(words)),
  )
  const searchable = options.length > searchFrom
  const chosenAt = options.findIndex(({ name }) => name === chosen[0])
  const { active, setActive, move } = useActive(
    found.length,
    (index) => `${id}-${index}`,
    Math.max(0, chosenAt),
  )

  useEffect(() => focus.current?.focus({ preventScroll: true }), [])

  function onKeyDown(event: KeyboardEvent) {
    if (move(event, !searchable)) {
      return
    }
    const option = found[active]
    const chooses = event.key === 'Enter' || (event.key === ' ' && !searchable)
    if (chooses && option) {
      event.preventDefault()
      onPick(option.name)
    } else if (event.key.length === 1 && !searchable) {
      setActive(firstStarting(found, event.key) ?? active)
    }
  }

  const listProps = {
    role: 'listbox',
    id,
    'aria-label': label,
    ...(multiple && { 'aria-multiselectable': true as const }),
  }
  const roving = { 'aria-activedescendant': `${id}-${active}`, onKeyDown, ref: focus }
  return (
    <>
      {searchable && (
        <div className="choice-search row gap-8 rigid line-below pad-0-10 height-36">
          <Search size={14} />
          <input
            role="combobox"
            aria-expanded="true"
            aria-controls={id}
            aria-label={nodes.searchOptions}
            placeholder={nodes.searchOptions}
            value={words}
            onChange={({ target }) => {
              setWords(target.value)
              setActive(0)
            }}
            {...roving}
          />
        </div>
      )}
      {notice ? (
        <p
          className="choice-note text-tertiary pad-10-12"
          role={notice.bad ? 'alert' : 'status'}
          data-bad={notice.bad || undefined}
        >
          {notice.text}{' '}
          {notice.onRetry && (
            <button type="button" className="link-button" onClick={notice.onRetry}>
              {nodes.retry}
            </button>
          )}
        </p>
      ) : (
        <div
          className="choice-list scrolls-y unlisted flush no-outline pad-4"
          tabIndex={-1}
          {...listProps}
          {...(!searchable && roving)}
        >
          {found.map((option, index) => (
            <OptionRow
              key={option.name}
              id={`${id}-${index}`}
              option={option}
              isActive={index === active}
              isChosen={chosen.includes(option.name)}
              onActivate={() => setActive(index)}
              onPick={onPick}
            />
          ))}
        </div>
      )}
      {!notice && found.length === 0 && (
        <p className="choice-note text-tertiary pad-10-12">{nodes.noOptions}</p>
      )}
      {action && (
        <button
          type="button"
          className="choice-action plain-button row border-box gap-8 rigid full-width medium line-above min-height-36 pad-0-12 text-accent"
          onClick={action.run}
        >
          <action.icon size={16} />
          {action.name}
        </button>
      )}
    </>
  )
}

type RowProps = {
  id: string
  option: Option
  isActive: boolean
  isChosen: boolean
  onActivate: () => void
  onPick: (name: string) => void
}

function OptionRow({ id, option, isActive, isChosen, onActivate, onPick }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list itself has the focus and the keys
    // biome-ignore lint/a11y/useFocusableInteractive: options are pointed at with aria-activedescendant
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      data-active={isActive || undefined}
      onMouseMove={onActivate}
      onClick={() => onPick(option.name)}
    >
      <span className="grows shrinks breaks-anywhere">
        {option.label}
        {option.description && (
          <small className="block text-12 line-16 text-tertiary">{option.description}</small>
        )}
      </span>
      {isChosen && <Check size={14} />}
    </div>
  )
}

function firstStarting(options: readonly Option[], letter: string) {
  const index = options.findIndex(({ label }) => foldText(label).startsWith(foldText(letter)))
  return index >= 0 ? index : undefined
}

/** The option the arrow keys selected, scrolled into view. */
export function useActive(count: number, idOf: (index: number) => string, start = 0) {
  const [active, setActive] = useState(start)
  const id = idOf(active)
  const inSight = useRef(start === 0 ? id : undefined)
  useEffect(() => {
    // The first option is visible on opening, and scrolling to it would force a layout of the page.
    if (inSight.current !== id) {
      inSight.current = id
      document.getElementById(id)?.scrollIntoView?.({ block: 'nearest' })
    }
  }, [id])

  return {
    active,
    setActive,
    /** Returns whether it handled the key. */
    move(event: KeyboardEvent, ends: boolean): boolean {
      const last = count - 1
      const ways: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1 }
      const next = ends ? { ...ways, Home: 0, End: last }[event.key] : ways[event.key]
      if (next === undefined) {
        return false
      }
      event.preventDefault()
      setActive(Math.max(0, Math.min(last, next)))
      return true
    },
  }
}
