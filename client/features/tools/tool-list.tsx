import { useDeferredValue, useState } from 'react'
import { matches } from '#client/components/fold-text.ts'
import { ItemGrid } from '#client/components/item-card.tsx'
import { NoMatch } from '#client/components/list-frame.tsx'
import { FilterChip, ListToolbar } from '#client/components/list-toolbar.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { type Actions, type Row, ToolCard } from './tool-card.tsx'

export function ToolList({ all, actions }: { all: readonly Row[]; actions: Actions }) {
  const { tools: texts } = useTexts()
  const [query, setQuery] = useState('')
  const [isUnused, setUnused] = useState(false)
  const requested = useDeferredValue(query)
  const found = all.filter(({ name, description }) => matches(`${name} ${description}`, requested))
  const unused = found.filter(({ use }) => !use)
  const shown = isUnused ? unused : found
  const clear = () => {
    setQuery('')
    setUnused(false)
  }

  return (
    <>
      <ListToolbar
        label={texts.search}
        query={query}
        onQuery={setQuery}
        count={texts.count(shown.length, all.length)}
      >
        <FilterChip
          label={texts.unused}
          count={unused.length}
          isOn={isUnused}
          onToggle={() => setUnused(!isUnused)}
        />
      </ListToolbar>
      {shown.length === 0 ? (
        <NoMatch title={texts.noMatch(query)} text={texts.noMatchText} onClear={clear} />
      ) : (
        <ItemGrid label={texts.title}>
          {shown.map((row) => (
            <ToolCard key={row.id} row={row} actions={actions} />
          ))}
        </ItemGrid>
      )}
    </>
  )
}
