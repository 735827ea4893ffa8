import { Button } from '@mui/joy'
import { useState } from 'react'
import { type Column, DataTable } from '#client/components/data-table.tsx'
import { matches } from '#client/components/fold-text.ts'
import { ListFrame, NoMatch } from '#client/components/list-frame.tsx'
import { ListToolbar } from '#client/components/list-toolbar.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { RowMenu } from '#client/components/row-menu.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { OpenAiDetails } from './open-ai-details.ts'

export type Row = OpenAiDetails & {
  id: string
  details: string
  credential: string
  iconSrc: string | null
  updatedDate: string
}

type Props = {
  all: readonly Row[]
  onOpen: (row: Row) => void
  onMove: (row: Row) => void
  onRemove: (row: Row) => void
}

export function OpenAiTable({ all, onOpen, onMove, onRemove }: Props) {
  const { assistants, common } = useTexts()
  const { openAi: texts, custom } = assistants
  const [language] = useLanguage()
  const [query, setQuery] = useState('')
  const shown = all.filter(({ name, description }) => matches(`${name} ${description}`, query))
  const toolsOf = ({ tools, functions }: Row) =>
    [
      ...tools.map((tool) => texts.toolNames[tool as keyof typeof texts.toolNames] ?? tool),
      ...functions,
    ].join(', ') || texts.noTools
  const actions = (row: Row) => (
    <span className="row gap-6">
      <Button size="sm" variant="outlined" color="neutral" onClick={() => onOpen(row)}>
        {texts.edit}
      </Button>
      <RowMenu
        label={custom.menu(row.name)}
        actions={[
          { label: texts.move, run: () => onMove(row) },
          { label: common.delete, danger: true, run: () => onRemove(row) },
        ]}
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
    { id: 'runsOn', head: texts.columns.runsOn, cell: (row) => <RunsOn row={row} /> },
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
                <RunsOn row={row} />
                {actions(row)}
              </div>
            )}
          />
        </ListFrame>
      )}
    </>
  )
}

/** What is missing, before a flow fails with it. */
function RunsOn({ row }: { row: Row }) {
  const { runsOn: texts } = useTexts().assistants.openAi
  const lacking = row.credential === '' ? texts.noCredential : row.model === '' ? texts.noModel : undefined
  return (
    <span className="inline-row gap-6 text-13">
      <StatusDot state={lacking ? 'problem' : 'live'} size={8} />
      {lacking ?? texts.responses}
    </span>
  )
}
