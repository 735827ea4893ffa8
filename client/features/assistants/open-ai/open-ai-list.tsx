import { Option, Select } from '@mui/joy'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { matches } from '#client/components/fold-text.ts'
import { NoMatch } from '#client/components/list-frame.tsx'
import { ListToolbar } from '#client/components/list-toolbar.tsx'
import { useStorage } from '#client/components/use-storage.ts'
import { isView, type View, ViewSwitch } from '#client/components/view-switch.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { credentialKinds } from './account-kinds.ts'
import { OpenAiCard } from './open-ai-card.tsx'
import type { Row } from './open-ai-details.ts'
import { OpenAiTable } from './open-ai-table.tsx'
import type { RowActions } from './row-parts.tsx'

const ANY = ''

/** By name, as cards or as a table. */
export function OpenAiList({ all, actions }: { all: readonly Row[]; actions: RowActions }) {
  const { openAi: texts, custom } = useTexts().assistants
  const [language] = useLanguage()
  const [query, setQuery] = useState('')
  const [credential, setCredential] = useState(ANY)
  const [view, setView] = useStorage<View>('openAiAssistants.view', 'cards', isView)
  const shown = sortByName(
    all.filter(
      (row) =>
        matches(`${row.name} ${row.description}`, query) &&
        (credential === ANY || row.credential === credential),
    ),
    language,
  )
  function clear() {
    setQuery('')
    setCredential(ANY)
  }
  return (
    <>
      <ListToolbar
        label={texts.search}
        query={query}
        onQuery={setQuery}
        count={custom.count(shown.length, all.length)}
      >
        <CredentialFilter all={all} value={credential} onChange={setCredential} />
        <ViewSwitch view={view} onView={setView} words={texts.views} />
      </ListToolbar>
      {shown.length === 0 && (
        <NoMatch title={custom.noMatch(query)} text={custom.noMatchText} onClear={clear} />
      )}
      {shown.length > 0 && view === 'table' && <OpenAiTable rows={shown} actions={actions} />}
      {shown.length > 0 && view === 'cards' && (
        <ul className="assistant-grid grid gap-16 unpadded unlisted" aria-label={texts.title}>
          {shown.map((row) => (
            <OpenAiCard key={row.id} row={row} actions={actions} />
          ))}
        </ul>
      )}
    </>
  )
}

type FilterProps = { all: readonly Row[]; value: string; onChange: (credential: string) => void }

/** Only where there is a choice. */
function CredentialFilter({ all, value, onChange }: FilterProps) {
  const { openAi: texts } = useTexts().assistants
  const stored = trpc.credentials.list.useQuery({ credentialName: [...credentialKinds] })
  const used = new Set(all.map((row) => row.credential))
  const choices = (stored.data ?? []).filter(({ id }) => used.has(id))
  return (
    choices.length > 1 && (
      <Select
        size="sm"
        value={value}
        onChange={(_, next) => onChange(next ?? ANY)}
        slotProps={{ button: { 'aria-label': texts.credential } }}
      >
        <Option value={ANY}>{texts.allCredentials}</Option>
        {choices.map(({ id, name }) => (
          <Option key={id} value={id}>
            {name}
          </Option>
        ))}
      </Select>
    )
  )
}

function sortByName(rows: readonly Row[], language: string) {
  const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  return rows.toSorted((a, b) => compare(a.name, b.name))
}
