import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { parseJsonOrText } from '#shared/json.ts'
import { useDraft } from './use-draft.ts'
import './json-tree.css'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
type Props = {
  label: string
  /** JSON text. */
  value: string
  onChange: (text: string) => void
}

export function JsonTree({ label, value, onChange }: Props) {
  const json = JSON.parse(value) as Json
  return (
    <ul className="json-tree nodrag nowheel scrolls pad-8-10" aria-label={label}>
      <Branch name={label} value={json} onChange={(next) => onChange(JSON.stringify(next, undefined, 2))} />
    </ul>
  )
}

type BranchProps = { name: string; value: Json; onChange: (value: Json) => void; onRemove?: () => void }

function Branch({ name, value, onChange, onRemove }: BranchProps) {
  const { canvasFields } = useTexts()
  if (typeof value !== 'object' || value === null) {
    return (
      <li className="json-leaf">
        <code>{name}</code>
        <Leaf name={name} value={value} onChange={onChange} />
        {onRemove && <RemoveButton name={name} onRemove={onRemove} />}
      </li>
    )
  }
  const entries = Object.entries(value)
  return (
    <li>
      <details open>
        <summary>
          <code>{name}</code>
          <small>{Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`}</small>
          {onRemove && <RemoveButton name={name} onRemove={onRemove} />}
        </summary>
        <ul>
          {entries.map(([key, each]) => (
            <Branch
              key={key}
              name={key}
              value={each}
              onChange={(next) => onChange(withEntry(value, key, next))}
              onRemove={() => onChange(withoutEntry(value, key))}
            />
          ))}
          <li>
            <AddEntry
              isList={Array.isArray(value)}
              label={canvasFields.addEntry(name)}
              onAdd={(key) => onChange(withNew(value, key))}
            />
          </li>
        </ul>
      </details>
    </li>
  )
}

function Leaf({ name, value, onChange }: { name: string; value: Json; onChange: (value: Json) => void }) {
  // Cleared and left for a moment, a number is stored as empty text; what is typed next is a number again.
  const first = useRef<Json>(undefined)
  const draft = useDraft(typeof value === 'string' ? value : JSON.stringify(value), (text) => {
    onChange(readLeaf(text, first.current ?? value))
    return true
  })
  return (
    <input
      className="field-well row gap-6 grows shrinks text-primary borderless round-4 body-13 text-left"
      data-kind={value === null ? 'null' : typeof value}
      aria-label={name}
      value={draft.text}
      onChange={({ target }) => draft.change(target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault()
          draft.flush()
        }
      }}
      {...draft.focus}
      onFocus={(event) => {
        first.current = value
        draft.focus.onFocus(event)
      }}
    />
  )
}

/** Strings stay strings; other values are parsed from the text. */
function readLeaf(text: string, before: Json): Json {
  return typeof before === 'string' ? text : (parseJsonOrText(text) as Json)
}

function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  const { canvasFields } = useTexts()
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={canvasFields.removeEntry(name)}
      onClick={onRemove}
    >
      <X size={13} />
    </button>
  )
}

function AddEntry({
  isList,
  label,
  onAdd,
}: {
  isList: boolean
  label: string
  onAdd: (key: string) => void
}) {
  const { canvasFields } = useTexts()
  return isList ? (
    <button type="button" className="link-button" aria-label={label} onClick={() => onAdd('')}>
      <Plus size={12} /> {canvasFields.add}
    </button>
  ) : (
    <input
      className="field-well json-new row gap-6 grows shrinks text-primary borderless round-4 body-13 text-left"
      aria-label={label}
      placeholder={canvasFields.newKey}
      onKeyDown={(event) => {
        const { value } = event.currentTarget
        if (event.key === 'Enter' && value.trim() !== '') {
          event.preventDefault()
          onAdd(value.trim())
          event.currentTarget.value = ''
        }
      }}
    />
  )
}

type Holder = Json[] | { [key: string]: Json }

function withEntry(holder: Holder, key: string, value: Json): Json {
  return Array.isArray(holder)
    ? holder.map((each, place) => (String(place) === key ? value : each))
    : Object.fromEntries(Object.entries(holder).map(([name, each]) => [name, name === key ? value : each]))
}

function withoutEntry(holder: Holder, key: string): Json {
  return Array.isArray(holder)
    ? holder.filter((_, place) => String(place) !== key)
    : Object.fromEntries(Object.entries(holder).filter(([name]) => name !== key))
}

function withNew(holder: Holder, key: string): Json {
  if (Array.isArray(holder)) {
    return [...holder, '']
  }
  return Object.hasOwn(holder, key) ? holder : { ...holder, [key]: '' }
}
