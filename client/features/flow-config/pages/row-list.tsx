import { Button, FormControl, IconButton, Input } from '@mui/joy'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { Below } from '#client/components/setting-fields.tsx'

type Props = {
  label: string
  rows: readonly string[]
  onRows: (rows: string[]) => void
  /** Path of the list within the section's value. */
  name: string
  issueOf: (path: string) => string | undefined
  words: {
    row: (number: number) => string
    add: string
    remove: (number: number) => string
    up?: (number: number) => string
    down?: (number: number) => string
  }
  max: number
  placeholder: string
  aside?: string
}

/** An ordered list of text rows. Enter adds a row; empty rows are dropped on save. */
export function RowList({ label, rows, onRows, name, issueOf, words, max, placeholder, aside }: Props) {
  const container = useRef<HTMLOListElement>(null)
  const id = useId()
  const focusRow = (place: number) =>
    requestAnimationFrame(() => container.current?.querySelectorAll('input')[place]?.focus())

  function addAfter(place: number) {
    if (rows.length < max) {
      onRows(rows.toSpliced(place + 1, 0, ''))
      focusRow(place + 1)
    }
  }
  function removeAt(place: number) {
    onRows(rows.toSpliced(place, 1))
    focusRow(Math.min(place, rows.length - 2))
  }
  function move(place: number, by: 1 | -1) {
    const moved = rows.toSpliced(place, 1).toSpliced(place + by, 0, rows[place] ?? '')
    onRows(moved)
  }

  return (
    <fieldset className="row-list shrinks unpadded borderless">
      <legend className="row spread full-width unpadded text-13 line-18 medium min-height-32" id={id}>
        {label}
        {aside && <small className="text-tertiary">{aside}</small>}
      </legend>
      <ol className="grid gap-8 unpadded unlisted" ref={container}>
        {rows.map((text, place) => {
          const issue = issueOf(`${name}.${place}`)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; two may say the same
            <li key={place}>
              <FormControl error={issue !== undefined} sx={{ flex: 1, minWidth: 0 }}>
                <Input
                  name={`${name}.${place}`}
                  value={text}
                  placeholder={placeholder}
                  autoComplete="off"
                  error={issue !== undefined}
                  slotProps={{ input: { 'aria-label': words.row(place + 1) } }}
                  onChange={({ target }) => onRows(rows.with(place, target.value))}
                  onKeyDown={(event) => {
                    if (event.key === 'Enter' && !(event.ctrlKey || event.metaKey)) {
                      event.preventDefault()
                      addAfter(place)
                    }
                  }}
                />
                <Below issue={issue} />
              </FormControl>
              {words.up && words.down && (
                <>
                  <RowButton
                    label={words.up(place + 1)}
                    disabled={place === 0}
                    onClick={() => move(place, -1)}
                  >
                    <ArrowUp size={15} />
                  </RowButton>
                  <RowButton
                    label={words.down(place + 1)}
                    disabled={place === rows.length - 1}
                    onClick={() => move(place, 1)}
                  >
                    <ArrowDown size={15} />
                  </RowButton>
                </>
              )}
              <RowButton label={words.remove(place + 1)} onClick={() => removeAt(place)}>
                <X size={15} />
              </RowButton>
            </li>
          )
        })}
      </ol>
      <Button
        size="sm"
        variant="outlined"
        color="neutral"
        startDecorator={<Plus size={14} />}
        disabled={rows.length >= max}
        onClick={() => addAfter(rows.length - 1)}
      >
        {words.add}
      </Button>
    </fieldset>
  )
}

type ButtonProps = { label: string; disabled?: boolean; onClick: () => void; children: React.ReactNode }

function RowButton({ label, disabled = false, onClick, children }: ButtonProps) {
  return (
    <IconButton
      size="sm"
      variant="plain"
      color="neutral"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </IconButton>
  )
}
