import { Button } from '@mui/joy'
import { useState } from 'react'
import { type Column, DataTable } from '#client/components/data-table.tsx'
import { matches } from '#client/components/fold-text.ts'
import { ListFrame, NoMatch } from '#client/components/list-frame.tsx'
import { ListToolbar } from '#client/components/list-toolbar.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { RowMenu } from '#client/components/row-menu.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { OpenAiDetails } from './open-ai-details.ts'

export type Row = OpenAiDetails & { id: string; credential: string; updatedDate: string }

type Props = { all: readonly Row[]; onMove: (row: Row) => void; onRemove: (row: Row) => void }

export function OpenAiTable({ all, onMove, onRemove }: Props) {
  const { assistants, common } = useTexts()
  const { openAi: texts, custom } = assistants
  const [language] = useLanguage()
  const [query, setQuery] = useState('')
  const shown = all.filter(({ name, description }) => matches(`${name} ${description}`, query))
  const toolsOf = ({ tools, functions }: Row) => [...tools, ...functions].join(', ') || texts.noTools
  const actions = (row: Row) => (
    <span className="row gap-6">
      <Button size="sm" variant="outlined" color="neutral" onClick={() => onMove(row)}>
        {texts.move}
      </Button>
      <RowMenu
        label={custom.menu(row.name)}
        actions={[{ label: common.delete, danger: true, run: () => onRemove(row) }]}
      />
    </span>
  )
  const columns: Column<Row>[] = [
    {
      id: 'name',
      head: texts.columns.name,
      sort: ({ name }) => name,
      cell: ({ name, description }) => (
        <span className="stack">
          <strong>{name}</strong>
          <span className="text-12 text-tertiary">{description}</span>
        </span>
      ),
    },
    { id: 'model', head: texts.columns.model, cell: ({ model }) => model },
    { id: 'tools', head: texts.columns.tools, cell: toolsOf },
    {
      id: 'changed',
      head: texts.columns.changed,
      cell: ({ updatedDate }) => <RelativeTime iso={updatedDate} />,
    },
    { id: 'actions', head: '', width: 150, cell: actions },
  ]
  return (
    <>
      <ListToolbar
        label={texts.search}
        query={query}
        onQuery={setQuery}
        count={custom.count(shown.length, all.length)}
      />
      {shown.length === 0 ? (
        <NoMatch title={custom.noMatch(query)} text={custom.noMatchText} onClear={() => setQuery('')} />
      ) : (
        <ListFrame>
          <DataTable
            label={texts.title}
            columns={columns}
            rows={shown}
            keyOf={({ id }) => id}
            language={language}
            phone={(row) => (
              <div className="stack gap-6">
                <strong>{row.name}</strong>
                <span className="text-12 text-tertiary">
                  {row.model} · {toolsOf(row)}
                </span>
                {actions(row)}
              </div>
            )}
          />
        </ListFrame>
      )}
    </>
  )
}
