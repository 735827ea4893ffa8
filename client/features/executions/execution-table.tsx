import { Link } from 'react-router'
import { type Column, DataTable } from '#client/components/data-table.tsx'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { RowMenu } from '#client/components/row-menu.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { ExecutionLine } from '#shared/executions.ts'
import { ExecutionState } from './execution-state.tsx'
import type { ExecutionPaths } from './executions-screen.tsx'
import { type Actions, isOpen } from './use-actions.ts'
import { useValues } from './use-values.ts'
import { titleOf } from './wait-title.ts'

type Row = ExecutionLine
type Props = { rows: readonly Row[]; paths: ExecutionPaths; actions: Actions }

export function ExecutionTable({ rows, paths, actions }: Props) {
  const { executions: texts } = useTexts()
  const { columns } = texts
  const { language, cost } = useValues()
  const columnsOf = useColumns(paths, actions)
  return (
    <DataTable
      label={texts.table}
      columns={columnsOf}
      rows={rows}
      keyOf={({ id }) => id}
      language={language}
      minWidth={940}
      phone={(row) => (
        <div className="row-card">
          <FlowLink row={row} paths={paths} />
          <Menu row={row} actions={actions} />
          <dl>
            <ReceiptLine label={columns.state} value={<ExecutionState state={stateOf(row)} />} />
            <ReceiptLine label={columns.what} value={<What row={row} paths={paths} />} />
            <ReceiptLine label={columns.started} value={<RelativeTime iso={row.startedDate} />} />
            <ReceiptLine label={columns.cost} value={cost(row.costMicro)} />
          </dl>
        </div>
      )}
    />
  )
}

function useColumns(paths: ExecutionPaths, actions: Actions): Column<Row>[] {
  const { executions: texts } = useTexts()
  const { columns } = texts
  const { cost, duration } = useValues()
  return [
    {
      ...{ id: 'state', head: columns.state, width: 124 },
      cell: (row) => <ExecutionState state={stateOf(row)} />,
    },
    {
      ...{ id: 'flow', head: columns.flow, width: '20%' },
      cell: (row) => <FlowLink row={row} paths={paths} />,
    },
    { id: 'what', head: columns.what, cell: (row) => <What row={row} paths={paths} /> },
    {
      ...{ id: 'source', head: columns.source, width: 96 },
      cell: ({ chatType }) => texts.sources[chatType] ?? chatType,
    },
    {
      ...{ id: 'started', head: columns.started, width: 116 },
      cell: ({ startedDate }) => <RelativeTime iso={startedDate} />,
    },
    {
      ...{ id: 'duration', head: columns.duration, width: 108, isNumber: true },
      cell: ({ durationMs }) => (durationMs === null ? '–' : duration(durationMs)),
    },
    {
      ...{ id: 'cost', head: columns.cost, width: 108, isNumber: true },
      cell: ({ costMicro }) => cost(costMicro),
    },
    {
      ...{ id: 'actions', head: '', width: 72 },
      cell: (row) => (
        <div className="row-actions">
          <Menu row={row} actions={actions} />
        </div>
      ),
    },
  ]
}

function stateOf({ state, wait }: Row) {
  return state === 'waiting' && wait?.kind === 'uncertain' ? 'uncertain' : state
}

function FlowLink({ row, paths }: { row: Row; paths: ExecutionPaths }) {
  return (
    <span className="execution-flow grid shrinks">
      <Link className="row-link no-underline underlined-on-hover" to={paths.execution(row.id)}>
        {row.flowName}
      </Link>
      <small className="text-tertiary">{row.sessionId}</small>
    </span>
  )
}

/** What a person would ask first: what it waits for, why it failed, else what was asked. */
function What({ row: { id, wait, error, question }, paths }: { row: Row; paths: ExecutionPaths }) {
  const { executions: texts } = useTexts()
  if (wait) {
    return (
      <span className="execution-what clamps">
        {titleOf(wait, texts.waiting)}{' '}
        <Link
          className="text-link"
          to={`${paths.list}?tab=waiting&wait=${encodeURIComponent(`${id} ${wait.id}`)}`}
        >
          {texts.answerLink}
        </Link>
      </span>
    )
  }
  return <span className="execution-what clamps">{error ?? question}</span>
}

function Menu({ row, actions }: { row: Row; actions: Actions }) {
  const { executions: texts } = useTexts()
  return (
    <RowMenu
      label={texts.menu(row.flowName)}
      actions={[
        ...(isOpen(row.state) ? [{ label: texts.stop, run: () => void actions.stop(row) }] : []),
        { label: texts.remove, run: () => void actions.remove(row), danger: true },
      ]}
    />
  )
}
