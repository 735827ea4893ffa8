import { Option, Select } from '@mui/joy'
import { useDeferredValue, useState } from 'react'
import { matches } from '#client/components/fold-text.ts'
import { NoMatch } from '#client/components/list-frame.tsx'
import { FilterChip, ListToolbar } from '#client/components/list-toolbar.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { AssistantCard } from '#shared/assistants.ts'
import type { AssistantPaths } from '../assistant-paths.ts'
import { type CardActions, CustomCard } from './assistant-card.tsx'

type Props = { all: readonly AssistantCard[]; paths: AssistantPaths; actions: CardActions }

const ANY = ''

export function CustomList({ all, paths, actions }: Props) {
  const { custom: texts } = useTexts().assistants
  const [query, setQuery] = useState('')
  const [model, setModel] = useState(ANY)
  const [isPublic, setPublic] = useState(false)
  const requested = useDeferredValue(query)
  const models = [...new Set(all.map((card) => card.model).filter(Boolean))].toSorted()
  const found = all.filter(
    (card) =>
      matches(`${card.name} ${card.instruction}`, requested) && (model === ANY || card.model === model),
  )
  const open = found.filter((card) => card.isPublic)
  const shown = isPublic ? open : found
  function clear() {
    setQuery('')
    setModel(ANY)
    setPublic(false)
  }
  return (
    <>
      <ListToolbar
        label={texts.search}
        query={query}
        onQuery={setQuery}
        count={texts.count(shown.length, all.length)}
      >
        <Select
          size="sm"
          value={model}
          onChange={(_, next) => setModel(next ?? ANY)}
          slotProps={{ button: { 'aria-label': texts.model } }}
        >
          <Option value={ANY}>{texts.allModels}</Option>
          {models.map((name) => (
            <Option key={name} value={name}>
              {name}
            </Option>
          ))}
        </Select>
        <FilterChip
          label={texts.public}
          count={open.length}
          isOn={isPublic}
          onToggle={() => setPublic(!isPublic)}
        />
      </ListToolbar>
      {shown.length === 0 ? (
        <NoMatch title={texts.noMatch(query)} text={texts.noMatchText} onClear={clear} />
      ) : (
        <ul className="assistant-grid grid gap-16 unpadded unlisted" aria-label={texts.title}>
          {shown.map((card) => (
            <CustomCard key={card.id} card={card} paths={paths} actions={actions} />
          ))}
        </ul>
      )}
    </>
  )
}
