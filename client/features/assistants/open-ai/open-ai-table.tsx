import { Button } from '@mui/joy'
import { type Column, DataTable } from '#client/components/data-table.tsx'
import { ListFrame } from '#client/components/list-frame.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { RowMenu } from '#client/components/row-menu.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { AssistantIcon } from './assistant-icon.tsx'
import type { Row } from './open-ai-details.ts'
import { type RowActions, RunsOn, useModelName, useRowActions, useToolNames } from './row-parts.tsx'

export function OpenAiTable({ rows, actions }: { rows: readonly Row[]; actions: RowActions }) {
  const { assistants } = useTexts()
  const { openAi: texts, custom } = assistants
  const [language] = useLanguage()
  const modelName = useModelName()
  const toolNames = useToolNames()
  const menu = useRowActions(actions)
  const toolsOf = (row: Row) => toolNames(row).join(', ') || texts.noTools
  const filesOf = ({ searchFiles, codeFiles }: Row) => searchFiles + codeFiles
  const title = (row: Row) => (
    <span className="row gap-12">
      <AssistantIcon row={row} size="s" />
      <span className="stack shrinks">
        <strong>{row.name}</strong>
        <span className="assistant-line truncate text-12 text-tertiary">{row.description}</span>
      </span>
    </span>
  )
  const foot = (row: Row) => (
    <span className="row gap-6">
      <Button size="sm" variant="outlined" color="neutral" onClick={() => actions.onOpen(row)}>
        {texts.edit}
      </Button>
      <RowMenu label={custom.menu(row.name)} actions={menu(row).slice(1)} />
    </span>
  )
  const columns: Column<Row>[] = [
    { id: 'name', head: texts.columns.name, width: '26%', sort: ({ name }) => name, cell: title },
    { id: 'model', head: texts.columns.model, sort: modelName, cell: modelName },
    { id: 'tools', head: texts.columns.tools, width: '20%', cell: toolsOf },
    { id: 'files', head: texts.columns.files, isNumber: true, width: 84, sort: filesOf, cell: filesOf },
    { id: 'runsOn', head: texts.columns.runsOn, width: 168, cell: (row) => <RunsOn row={row} /> },
    {
      id: 'changed',
      head: texts.columns.changed,
      sort: ({ updatedDate }) => updatedDate,
      cell: ({ updatedDate }) => <RelativeTime iso={updatedDate} />,
    },
    { id: 'actions', head: '', width: 150, cell: foot },
  ]
  return (
    <ListFrame>
      <DataTable
        label={texts.title}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        language={language}
        sortedBy="name"
        minWidth={920}
        phone={(row) => (
          <div className="stack gap-6">
            {title(row)}
            <span className="text-12 text-tertiary">
              {modelName(row)} · {toolsOf(row)}
            </span>
            <RunsOn row={row} />
            {foot(row)}
          </div>
        )}
      />
    </ListFrame>
  )
}
