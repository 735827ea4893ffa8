import { Link } from 'react-router'
import { type Column, DataTable } from '#client/components/data-table.tsx'
import { formatNumber } from '#client/components/format-money.ts'
import { ListFrame } from '#client/components/list-frame.tsx'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { RowMenu } from '#client/components/row-menu.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { DocumentStore } from '#shared/stores.ts'
import { LoaderTypes } from '../parts/loader-types.tsx'
import { StoreState } from '../parts/store-state.tsx'
import type { StorePaths } from '../store-paths.ts'

type Actions = {
  paths: StorePaths
  onEdit: (store: DocumentStore) => void
  onRemove: (store: DocumentStore) => void
}

export function StoreTable({ rows, ...actions }: Actions & { rows: readonly DocumentStore[] }) {
  const { stores: texts } = useTexts()
  const [language] = useLanguage()
  const columns = useColumns(actions)
  return (
    <ListFrame>
      <DataTable
        label={texts.title}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        language={language}
        minWidth={1080}
        phone={(store) => (
          <div className="row-card grid gap-4-8 items-start">
            <Name store={store} paths={actions.paths} />
            <Menu store={store} {...actions} />
            <dl>
              <ReceiptLine label={texts.columns.status} value={<StoreState status={store.status} />} />
              <ReceiptLine label={texts.chunks} value={formatNumber(store.totalChunks, language)} />
              <ReceiptLine label={texts.characters} value={formatNumber(store.totalChars, language)} />
            </dl>
          </div>
        )}
      />
    </ListFrame>
  )
}

function useColumns(actions: Actions): Column<DocumentStore>[] {
  const { stores: texts } = useTexts()
  const [language] = useLanguage()
  const { columns } = texts
  return [
    {
      id: 'status',
      head: columns.status,
      width: 132,
      cell: ({ status }) => <StoreState status={status} />,
    },
    {
      id: 'name',
      head: columns.name,
      width: '18%',
      sort: ({ name }) => name,
      cell: (store) => <Name store={store} paths={actions.paths} />,
    },
    {
      id: 'description',
      head: columns.description,
      cell: ({ description }) => (
        <span className="store-about clamps text-13 text-secondary">{description || '–'}</span>
      ),
    },
    {
      id: 'flows',
      head: columns.flows,
      width: 150,
      cell: ({ whereUsed }) =>
        whereUsed.length === 0 ? (
          <span className="text-tertiary">{texts.notUsed}</span>
        ) : (
          <span title={whereUsed.map(({ name }) => name).join('\n')}>
            {whereUsed[0]?.name}
            {whereUsed.length > 1 && ` +${whereUsed.length - 1}`}
          </span>
        ),
    },
    {
      id: 'chars',
      head: columns.characters,
      isNumber: true,
      width: 116,
      sort: ({ totalChars }) => totalChars,
      cell: ({ totalChars }) => formatNumber(totalChars, language),
    },
    {
      id: 'chunks',
      head: columns.chunks,
      isNumber: true,
      width: 96,
      sort: ({ totalChunks }) => totalChunks,
      cell: ({ totalChunks }) => formatNumber(totalChunks, language),
    },
    {
      id: 'types',
      head: columns.types,
      width: 190,
      cell: ({ loaders }) => <LoaderTypes loaders={loaders} max={2} />,
    },
    { id: 'actions', head: columns.actions, width: 64, cell: (store) => <Menu store={store} {...actions} /> },
  ]
}

function Name({ store, paths }: { store: DocumentStore; paths: StorePaths }) {
  return (
    <Link className="row-link no-underline" to={paths.store(store.id)}>
      {store.name}
    </Link>
  )
}

function Menu({ store, onEdit, onRemove }: { store: DocumentStore } & Omit<Actions, 'paths'>) {
  const { stores: texts, common } = useTexts()
  return (
    <div className="row-actions">
      <RowMenu
        label={texts.menu(store.name)}
        actions={[
          { label: texts.edit, run: () => onEdit(store) },
          { label: common.delete, run: () => onRemove(store), danger: true },
        ]}
      />
    </div>
  )
}
