import { Button, Chip } from '@mui/joy'
import { useUser } from '#client/api/use-session.ts'
import type { CredentialKind } from '#client/components/credential-form/credential-kinds.ts'
import { type Column, DataTable } from '#client/components/data-table.tsx'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { formatDate, RelativeTime } from '#client/components/relative-time.tsx'
import { type RowAction, RowMenu } from '#client/components/row-menu.tsx'
import { type DotState, StatusDot } from '#client/components/status-dot.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { Credential } from '#shared/credentials.ts'
import { KindTile } from './kind-tile.tsx'
import type { TestState } from './use-credential-tests.ts'

export type Row = Credential & {
  kind: CredentialKind
  flows: readonly string[]
  state: TestState | undefined
}

export type Actions = {
  edit: (row: Row) => void
  test: (row: Row) => void
  share: (row: Row) => void
  remove: (row: Row) => void
}

type Props = { rows: readonly Row[]; actions: Actions }

export function CredentialTable({ rows, actions }: Props) {
  const { credentials: texts } = useTexts()
  const [language] = useLanguage()
  const columns = useColumns(actions)
  return (
    <DataTable
      label={texts.title}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      sortedBy="updated"
      language={language}
      minWidth={880}
      phone={(row) => (
        <div className="row-card grid gap-4-8 items-start">
          <Name row={row} onOpen={actions.edit} />
          <Menu row={row} actions={actions} />
          <dl>
            <ReceiptLine label={texts.columns.type} value={row.kind.label} />
            <ReceiptLine label={texts.columns.state} value={<State row={row} />} />
            <ReceiptLine label={texts.columns.flows} value={row.flows.length} />
            <ReceiptLine label={texts.columns.updated} value={<RelativeTime iso={row.updatedDate} />} />
          </dl>
        </div>
      )}
    />
  )
}

function useColumns(actions: Actions): Column<Row>[] {
  const { credentials: texts, common } = useTexts()
  const { columns } = texts
  return [
    {
      id: 'name',
      head: columns.name,
      sort: ({ name }) => name,
      cell: (row) => <Name row={row} onOpen={actions.edit} />,
    },
    {
      id: 'type',
      head: columns.type,
      width: '15%',
      sort: ({ kind }) => kind.label,
      cell: ({ kind }) => kind.label,
    },
    {
      id: 'secret',
      head: columns.secret,
      width: 124,
      cell: ({ updatedDate }) => <Secret iso={updatedDate} />,
    },
    { id: 'state', head: columns.state, width: 132, cell: (row) => <State row={row} /> },
    {
      id: 'flows',
      head: columns.flows,
      width: 84,
      isNumber: true,
      sort: ({ flows }) => flows.length,
      cell: ({ flows }) => <span title={flows.join('\n')}>{flows.length}</span>,
    },
    {
      id: 'updated',
      head: columns.updated,
      width: 128,
      // By age, newest first.
      sort: ({ updatedDate }) => -Date.parse(updatedDate),
      cell: ({ updatedDate }) => <RelativeTime iso={updatedDate} />,
    },
    {
      id: 'actions',
      head: '',
      width: 172,
      cell: (row) =>
        row.own && (
          <div className="row-actions">
            <Button
              className="row-action"
              size="sm"
              variant="plain"
              color="neutral"
              aria-label={texts.testNamed(row.name)}
              onClick={() => actions.test(row)}
            >
              {texts.test}
            </Button>
            <Button
              className="row-action"
              size="sm"
              variant="plain"
              color="neutral"
              aria-label={texts.editNamed(row.name)}
              onClick={() => actions.edit(row)}
            >
              {common.edit}
            </Button>
            <Menu row={row} actions={actions} />
          </div>
        ),
    },
  ]
}

function Name({ row, onOpen }: { row: Row; onOpen: (row: Row) => void }) {
  const { credentials: texts } = useTexts()
  const { name, own, shared, kind } = row
  return (
    <span className="credential-name row gap-12 shrinks">
      <KindTile name={kind.name} serves={kind.serves} />
      <span className="row-name row wraps shrinks gap-4-8">
        {own ? (
          <button type="button" className="row-link underlined-on-hover" onClick={() => onOpen(row)}>
            {name}
          </button>
        ) : (
          <strong className="medium">{name}</strong>
        )}
        {shared && (
          <Chip size="sm" variant="soft" color="primary" {...(!own && { title: texts.sharedByAdmin })}>
            {texts.shared}
          </Chip>
        )}
      </span>
    </span>
  )
}

function Menu({ row, actions }: { row: Row; actions: Actions }) {
  const { credentials: texts, common } = useTexts()
  const user = useUser()
  if (!row.own) {
    return null
  }
  const isAdmin = user?.role === 'ADMIN'
  const list: RowAction[] = [
    { label: common.edit, run: () => actions.edit(row) },
    { label: texts.test, run: () => actions.test(row) },
    ...(isAdmin ? [{ label: row.shared ? texts.unshare : texts.share, run: () => actions.share(row) }] : []),
    { label: common.delete, run: () => actions.remove(row), danger: true },
  ]
  return <RowMenu label={texts.menu(row.name)} actions={list} />
}

function Secret({ iso }: { iso: string }) {
  const { credentials: texts } = useTexts()
  const [language] = useLanguage()
  const date = formatDate(new Date(iso), language, { day: 'numeric', month: 'short' })
  return (
    <span className="row-mono row-quiet text-tertiary" title={texts.secretSaved(date)}>
      <span aria-hidden="true">•••• </span>
      {date}
    </span>
  )
}

type Shown = TestState | 'used' | 'unused'
const dots: Record<Shown, DotState> = {
  used: 'news',
  unused: 'off',
  testing: 'working',
  works: 'live',
  refused: 'problem',
  unknown: 'waiting',
}

function State({ row: { state, flows } }: { row: Row }) {
  const { states } = useTexts().credentials
  const shown: Shown = state ?? (flows.length > 0 ? 'used' : 'unused')
  return (
    <span className="row-state inline-row gap-8 text-12 text-secondary">
      <StatusDot state={dots[shown]} />
      {states[shown]}
    </span>
  )
}
