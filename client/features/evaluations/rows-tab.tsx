import { Button, Switch, Typography } from '@mui/joy'
import { FileUp, MessagesSquare, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { DataTable } from '#client/components/data-table.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { foldText } from '#client/components/fold-text.ts'
import { FilterChip, ListToolbar } from '#client/components/list-toolbar.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { DatasetRow, DatasetWithRows } from '#shared/datasets.ts'
import { RowDialog } from './row-dialog.tsx'

type NumberedRow = DatasetRow & { number: number }

/** The rows of a data set: search, where they come from, and which of them must pass. */
export function RowsTab({ set }: { set: DatasetWithRows }) {
  const { evaluations: texts } = useTexts()
  const [language] = useLanguage()
  const [query, setQuery] = useState('')
  const [isMustOnly, setMustOnly] = useState(false)
  const [edited, setEdited] = useState<NumberedRow | 'new'>()
  const { save } = useRowChanges(set.id)
  const needle = foldText(query)
  const numbered = set.rows.map((row, index) => ({ ...row, number: index + 1 }))
  const shown = numbered.filter(
    ({ input, output, mustPass }) =>
      (!isMustOnly || mustPass) && foldText(`${input} ${output}`).includes(needle),
  )
  const toggle = ({ id, input, mustPass }: DatasetRow) => (
    <Switch
      size="sm"
      checked={mustPass}
      slotProps={{ input: { 'aria-label': texts.mustPassOf(input) } }}
      onChange={({ target }) => save.mutate({ id, mustPass: target.checked })}
    />
  )
  const opener = (row: NumberedRow) => (
    <>
      <button type="button" className="evaluation-open" onClick={() => setEdited(row)}>
        {row.input}
      </button>{' '}
      {row.evaluatorIds && (
        <span className="evaluation-tag">{texts.rowEvaluators.count(row.evaluatorIds.length)}</span>
      )}
    </>
  )
  return (
    <>
      <ListToolbar label={texts.search} query={query} onQuery={setQuery} count="">
        <FilterChip
          label={texts.mustPass}
          count={set.rows.filter(({ mustPass }) => mustPass).length}
          isOn={isMustOnly}
          onToggle={() => setMustOnly(!isMustOnly)}
        />
        <RowSources id={set.id} onAdd={() => setEdited('new')} />
      </ListToolbar>
      {set.rows.length === 0 && <EmptyState title={texts.noRows} text={texts.noRowsText} />}
      {set.rows.length > 0 && shown.length === 0 && <EmptyState dashed title={texts.noMatch} />}
      {shown.length > 0 && (
        <DataTable
          label={texts.question}
          language={language}
          rows={shown}
          keyOf={({ id }) => id}
          columns={[
            { id: 'number', head: texts.number, cell: ({ number }) => number, isNumber: true, width: 56 },
            { id: 'input', head: texts.question, cell: opener },
            {
              id: 'output',
              head: texts.expected,
              cell: ({ output }) => <span className="evaluation-cut">{output}</span>,
            },
            { id: 'source', head: texts.from, cell: ({ source }) => texts.sources[source], width: 120 },
            { id: 'must', head: texts.mustPass, cell: toggle, width: 100 },
          ]}
          phone={(row) => (
            <div className="evaluation-phone-row">
              {opener(row)}
              <span className="text-13 text-tertiary evaluation-cut">{row.output}</span>
              {toggle(row)}
            </div>
          )}
        />
      )}
      <Typography level="body-sm" sx={{ mt: 3, color: 'text.tertiary' }}>
        {set.rows.length > 0 && `${texts.shown(shown.length, set.rows.length)} · `}
        {texts.contacts}
      </Typography>
      {edited && (
        <RowDialog
          set={set}
          {...(edited !== 'new' && { row: edited, number: edited.number })}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

function useRowChanges(id: string) {
  const utils = trpc.useUtils()
  const toasts = useToasts()
  const errorText = useErrorText()
  const refresh = () => utils.datasets.get.invalidate({ id })
  const onError = (error: unknown) => toasts.error(errorText(error))
  return { refresh, onError, save: trpc.datasets.updateRow.useMutation({ onSuccess: refresh, onError }) }
}

function RowSources({ id, onAdd }: { id: string; onAdd: () => void }) {
  const { evaluations: texts } = useTexts()
  const toasts = useToasts()
  const file = useRef<HTMLInputElement>(null)
  const { refresh, onError } = useRowChanges(id)
  const onSuccess = async ({ added }: { added: number }) => {
    await refresh()
    toasts.success(added === 0 ? texts.nothingNew : texts.added(added))
  }
  const importCsv = trpc.datasets.importCsv.useMutation({ onSuccess, onError })
  const fromConversations = trpc.datasets.fromConversations.useMutation({ onSuccess, onError })
  return (
    <>
      <Button
        variant="outlined"
        color="neutral"
        startDecorator={<MessagesSquare size={16} />}
        loading={fromConversations.isPending}
        onClick={() => fromConversations.mutate({ id })}
      >
        {texts.fromConversations}
      </Button>
      <Button
        variant="outlined"
        color="neutral"
        startDecorator={<FileUp size={16} />}
        loading={importCsv.isPending}
        onClick={() => file.current?.click()}
      >
        {texts.importCsv}
      </Button>
      <input
        ref={file}
        type="file"
        hidden
        accept=".csv,text/csv"
        aria-label={texts.importCsv}
        onChange={async ({ target }) => {
          const [chosen] = target.files ?? []
          if (chosen) {
            importCsv.mutate({ id, csv: await chosen.text() })
          }
          target.value = ''
        }}
      />
      <Button variant="outlined" color="neutral" startDecorator={<Plus size={16} />} onClick={onAdd}>
        {texts.addRow}
      </Button>
    </>
  )
}
