import { Input } from '@mui/joy'
import { useState } from 'react'
import { Dialog } from '#client/components/dialog.tsx'
import { matches } from '#client/components/fold-text.ts'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { Kind } from '#shared/kinds.ts'

type Choice = { key: string; name: string; note: string }

type Props = {
  title: string
  kind: Kind
  choices: readonly Choice[]
  empty: string
  onPick: (key: string) => void
  onClose: () => void
}

export function PickDialog({ title, kind, choices, empty, onPick, onClose }: Props) {
  const { editor: texts } = useTexts().assistants
  const [query, setQuery] = useState('')
  const shown = choices.filter(({ name, note }) => matches(`${name} ${note}`, query))
  return (
    <Dialog title={title} size="m" onClose={onClose}>
      <div className="stack gap-12">
        {choices.length > 0 && (
          <Input
            type="search"
            autoFocus
            placeholder={texts.search}
            slotProps={{ input: { 'aria-label': texts.search } }}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
          />
        )}
        {shown.length === 0 && (
          <p className="text-13 text-secondary">{choices.length === 0 ? empty : texts.nothingFound}</p>
        )}
        <ul className="unlisted unpadded stack gap-4" aria-label={title}>
          {shown.map(({ key, name, note }) => (
            <li key={key}>
              <button
                type="button"
                className="assistant-pick row gap-10 full-width inherits-font text-primary surface outlined round-sm pressable text-left"
                onClick={() => onPick(key)}
              >
                <KindGlyph kind={kind} size={12} silent />
                <span className="stack shrinks">
                  <span className="truncate text-14">{name}</span>
                  <span className="truncate text-12 text-tertiary">{note}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
