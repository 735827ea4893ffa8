import { Link } from 'react-router'
import { formatNumber } from '#client/components/format-money.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { RowMenu } from '#client/components/row-menu.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { DocumentStore } from '#shared/stores.ts'
import { LoaderTypes } from '../parts/loader-types.tsx'
import { StepThread } from '../parts/step-thread.tsx'
import { StoreState } from '../parts/store-state.tsx'
import type { StorePaths } from '../store-paths.ts'

type Props = {
  store: DocumentStore
  paths: StorePaths
  onEdit: (store: DocumentStore) => void
  onRemove: (store: DocumentStore) => void
}

export function StoreCard({ store, paths, onEdit, onRemove }: Props) {
  const { stores: texts, common } = useTexts()
  const [language] = useLanguage()
  const { id, name, description, status, totalChunks, totalChars, whereUsed } = store
  const figure = (count: number) => (count > 0 ? formatNumber(count, language) : '–')
  return (
    <li className="pressed-card store-card stack relative surface outlined round-md">
      <div className="store-card-head grid gap-8 items-center">
        <h2 className="truncate shrinks">
          <Link className="card-link no-underline text-primary" to={paths.store(id)}>
            {name}
          </Link>
        </h2>
        <StoreState status={status} />
        <RowMenu
          label={texts.menu(name)}
          actions={[
            { label: texts.edit, run: () => onEdit(store) },
            { label: common.delete, run: () => onRemove(store), danger: true },
          ]}
        />
      </div>
      <p className="store-text clamps text-13 line-20 text-secondary">{description}</p>
      <StepThread store={store} />
      <dl className="grid gap-4">
        <ReceiptLine label={texts.chunks} value={figure(totalChunks)} />
        <ReceiptLine label={texts.characters} value={figure(totalChars)} />
      </dl>
      <div className="store-card-foot row gap-6 text-12">
        <LoaderTypes loaders={store.loaders} max={5} />
        <span
          className={`pushed-right one-line rigid ${whereUsed.length > 0 ? 'text-primary' : 'text-tertiary'}`}
          title={whereUsed.map((flow) => flow.name).join('\n')}
        >
          {whereUsed.length > 0 ? texts.inFlows(whereUsed.length) : texts.notUsed}
        </span>
      </div>
    </li>
  )
}
