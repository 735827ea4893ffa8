import './palette.css'
import { Modal } from '@mui/joy'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { z } from 'zod'
import { matching, useStorage } from '#client/components/use-storage.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { type Command, findCommands, hasSign, isStored } from './command.ts'
import { markMatches } from './mark-matches.ts'

const isRecent = matching(z.array(z.string()))
const noRecent: string[] = []
const MAX_STORED = 20

type Props = {
  commands: readonly Command[]
  isLoading?: boolean
  onClose: () => void
}

/** A combobox: the focus stays in the field while the arrow keys move through the list. */
export function Palette({ commands, isLoading = false, onClose }: Props) {
  const { palette } = useTexts()
  const id = useId()
  const [query, setQuery] = useState('')
  const [place, setPlace] = useState(0)
  const [recent, setRecent] = useStorage('palette.recent', noRecent, isRecent)
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)

  const sections = findCommands(commands, query, recent)
  const rows = sections.flatMap((section) => section.commands)
  const chosen = Math.min(place, rows.length - 1)
  const chosenId = rows[chosen]?.id

  useEffect(() => {
    if (chosenId !== undefined) {
      list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
    }
  }, [chosenId])

  function search(text: string) {
    setQuery(text)
    setPlace(0)
  }

  function run(command: Command) {
    if (command.reason !== undefined) {
      return
    }
    if (command.query !== undefined) {
      search(command.query)
      field.current?.focus()
      return
    }
    if (isStored(command)) {
      setRecent([command.id, ...recent.filter((each) => each !== command.id)].slice(0, MAX_STORED))
    }
    onClose()
    command.run()
  }

  function onKey(event: KeyboardEvent) {
    const next = stepTo(event.key, chosen, rows.length)
    const command = next === undefined && chosenBy(event, rows, chosen)
    if (next !== undefined) {
      setPlace(next)
    } else if (command) {
      run(command)
    } else {
      return
    }
    event.preventDefault()
    // Without this the key would reach the screen below after the palette has closed.
    event.stopPropagation()
  }

  return (
    <Modal open onClose={onClose}>
      <div
        className="palette stack absolute clips text-primary outlined backdrop-popup left-half"
        role="dialog"
        aria-modal="true"
        aria-label={palette.title}
        tabIndex={-1}
      >
        <FocusOnMount field={field} />
        <div className="palette-field row rigid line-below gap-14">
          <Search className="rigid text-secondary" size={18} aria-hidden="true" />
          <input
            className="grows shrinks full-height unpadded no-background borderless inherits-color"
            ref={field}
            role="combobox"
            aria-label={palette.title}
            aria-expanded={rows.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={chosenId === undefined ? undefined : `${id}-${chosenId}`}
            placeholder={palette.placeholder}
            autoComplete="off"
            spellCheck={false}
            value={query}
            onChange={({ target }) => search(target.value)}
            onKeyDown={onKey}
          />
          <button
            type="button"
            className="palette-close no-background borderless round-sm pressable pad-4"
            onClick={onClose}
          >
            <kbd className="text-secondary surface outlined round-xs">Esc</kbd>
            <span className="visually-hidden">{palette.close}</span>
          </button>
        </div>
        <div
          ref={list}
          className="palette-list grows shrinks-y scrolls-y"
          id={`${id}-list`}
          role="listbox"
          aria-label={palette.title}
        >
          {sections.map(({ title, commands: members }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a listbox
            <div key={title} role="group" aria-labelledby={`${id}-${title}`}>
              <div
                id={`${id}-${title}`}
                className="palette-caption text-12 line-16 text-tertiary"
                role="presentation"
              >
                {palette.groups[title]}
              </div>
              {members.map((command) => (
                <Row
                  key={command.id}
                  id={`${id}-${command.id}`}
                  command={command}
                  query={query}
                  isChosen={command.id === chosenId}
                  onPoint={() => setPlace(rows.indexOf(command))}
                  onRun={() => run(command)}
                />
              ))}
            </div>
          ))}
        </div>
        <p
          className={
            rows.length > 0 ? 'visually-hidden' : 'palette-none flush rigid text-13 line-18 text-tertiary'
          }
          role="status"
        >
          {rows.length > 0 ? palette.found(rows.length) : !isLoading && palette.none(query.trim())}
        </p>
        <p
          className="palette-foot flex wraps rigid text-12 line-18 text-secondary backdrop-level1 line-above"
          aria-hidden="true"
        >
          {signsOf(commands).map((sign) => (
            <span key={sign} className="palette-hint inline-row gap-6">
              <kbd className="text-secondary surface outlined round-xs">{sign}</kbd>
              {palette.signs[sign]}
            </span>
          ))}
          <span className="palette-hint inline-row gap-6">
            <kbd className="text-secondary surface outlined round-xs">↑</kbd>
            <kbd className="text-secondary surface outlined round-xs">↓</kbd>
            {palette.signs.move}
          </span>
          <span className="palette-hint inline-row gap-6">
            <kbd className="text-secondary surface outlined round-xs">↵</kbd>
            {palette.signs.open}
          </span>
        </p>
      </div>
    </Modal>
  )
}

/**
 * A separate component, because the modal mounts its content later than itself and its focus trap would override
 * `autoFocus`.
 */
function FocusOnMount({ field }: { field: RefObject<HTMLInputElement | null> }) {
  useEffect(() => field.current?.focus(), [field])
  return null
}

function signsOf(commands: readonly Command[]) {
  const has = (expected: Command['group']) => commands.some(({ group }) => group === expected)
  const shown = { '>': true, '@': has('nodes'), '+': has('add'), '#': has('flows'), '?': true }
  return (Object.keys(shown) as (keyof typeof shown)[]).filter((sign) => shown[sign])
}

const PAGE = 6

/** Arrow keys wrap around, page keys stop at the ends. */
function stepTo(key: string, place: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: (place + 1) % count,
    ArrowUp: (place - 1 + count) % count,
    PageDown: Math.min(place + PAGE, count - 1),
    PageUp: Math.max(place - PAGE, 0),
  }
  return count === 0 ? undefined : steps[key]
}

/** The Enter that ends an IME composition runs nothing. */
function chosenBy({ key, nativeEvent }: KeyboardEvent, rows: readonly Command[], chosen: number) {
  return key !== 'Enter' || nativeEvent.isComposing ? undefined : rows[chosen]
}

type RowProps = {
  id: string
  command: Command
  query: string
  isChosen: boolean
  onPoint: () => void
  onRun: () => void
}

function Row({
  id,
  command: { name, note, mark, aside, reason },
  query,
  isChosen,
  onPoint,
  onRun,
}: RowProps) {
  const parts = markMatches(name, hasSign(query) ? query.trim().slice(1) : query)
  const second = reason ?? note
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are those of the field
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
    <div
      id={id}
      className="palette-row row gap-16 round-sm pressable min-height-44"
      role="option"
      aria-selected={isChosen}
      aria-disabled={reason !== undefined || undefined}
      onPointerMove={onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      <span className="palette-mark grid rigid text-secondary" aria-hidden="true">
        {mark}
      </span>
      <span className="palette-name grows shrinks text-14 line-20 medium breaks-anywhere">
        <span>
          {parts.map(({ text, isMatch }, place) => {
            const key = `${place}${text}`
            return isMatch ? (
              <mark className="semibold text-accent no-background" key={key}>
                {text}
              </mark>
            ) : (
              <span key={key}>{text}</span>
            )
          })}
        </span>
        {second && <small className="block text-12 line-16 text-tertiary regular">{second}</small>}
      </span>
      {aside && <span className="palette-aside rigid text-12 line-16 text-tertiary">{aside}</span>}
    </div>
  )
}
