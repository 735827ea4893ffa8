import '../stores.css'
import { Button } from '@mui/joy'
import { Code, FileUp, Globe, Plus, RefreshCw, Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { useCrumbs } from '#client/components/crumbs.ts'
import { FileDropZone } from '#client/components/file-drop-zone.tsx'
import { ListSkeleton } from '#client/components/list-frame.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { RowMenu } from '#client/components/row-menu.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { DocumentStore, StoreLoader } from '#shared/stores.ts'
import { DeleteStoreDialog } from '../list/delete-store-dialog.tsx'
import { StoreDialog } from '../list/store-dialog.tsx'
import { useCostText } from '../parts/cost.tsx'
import { isConfigured, isWorking } from '../parts/next-step.ts'
import { useStore } from '../parts/use-store.ts'
import { LoaderGallery } from '../source/loader-gallery.tsx'
import type { StorePaths } from '../store-paths.ts'
import { ApiDialog } from './api-dialog.tsx'
import { RenameSourceDialog } from './rename-source-dialog.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { SourceTable } from './source-table.tsx'
import { StoreStepper } from './store-stepper.tsx'
import { UpsertDialog } from './upsert-dialog.tsx'
import { useDroppedFiles } from './use-dropped-files.ts'
import { useSourceActions } from './use-source-actions.ts'

type Open =
  | { dialog: 'edit' | 'remove' | 'gallery' }
  | { dialog: 'upsert' | 'api'; source?: StoreLoader }
  | { dialog: 'rename' | 'schedule'; source: StoreLoader }

type ScreenProps = { id: string; paths: StorePaths }

export function StoreScreen({ id, paths }: ScreenProps) {
  const { stores: texts, shell } = useTexts()
  const query = useStore(id)
  useCrumbs(query.data ? [{ name: query.data.name, kind: 'retriever' }] : [])
  return (
    <>
      {!query.data && <PageHeader title={shell.pages.store} />}
      <AsyncView query={query} errorTitle={texts.detail.loadFailed} skeleton={<ListSkeleton />}>
        {(store) => <StoreView store={store} paths={paths} />}
      </AsyncView>
    </>
  )
}

function StoreView({ store, paths }: { store: DocumentStore; paths: StorePaths }) {
  const { stores } = useTexts()
  const texts = stores.detail
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const actions = useSourceActions(store.id)
  const addFiles = useDroppedFiles(store.id)
  const dialogs = {
    onUpsert: (source: StoreLoader) => setOpen({ dialog: 'upsert', source }),
    onRename: (source: StoreLoader) => setOpen({ dialog: 'rename', source }),
    onSchedule: (source: StoreLoader) => setOpen({ dialog: 'schedule', source }),
    onApi: (source: StoreLoader) => setOpen({ dialog: 'api', source }),
  }
  return (
    <FileDropZone text={texts.dropHere} onFiles={(files) => void addFiles(files)}>
      <PageHeader
        title={store.name}
        text={<Purpose store={store} paths={paths} />}
        action={
          <Header
            store={store}
            paths={paths}
            onRefresh={actions.refreshAll}
            onOpen={(dialog) => setOpen({ dialog })}
          />
        }
      />
      <StoreStepper
        store={store}
        paths={paths}
        onAdd={() => setOpen({ dialog: 'gallery' })}
        onUpsert={() => setOpen({ dialog: 'upsert' })}
      />
      <DropPanel
        onFiles={(files) => void addFiles(files)}
        onUrl={() => navigate(paths.source(store.id, 'cheerioWebScraper'))}
        onAdd={() => setOpen({ dialog: 'gallery' })}
      />
      <SourceTable store={store} paths={paths} actions={actions} {...dialogs} />
      <Dialogs open={open} store={store} paths={paths} onClose={close} />
    </FileDropZone>
  )
}

type DialogsProps = { open: Open | undefined; store: DocumentStore; paths: StorePaths; onClose: () => void }

function Dialogs({ open, store, paths, onClose }: DialogsProps) {
  const navigate = useNavigate()
  switch (open?.dialog) {
    case 'edit':
      return <StoreDialog store={store} onClose={onClose} />
    case 'remove':
      return <DeleteStoreDialog store={store} onClose={onClose} onDeleted={() => void navigate(paths.list)} />
    case 'gallery':
      return (
        <LoaderGallery onChoose={(name) => void navigate(paths.source(store.id, name))} onClose={onClose} />
      )
    case 'upsert':
      return <UpsertDialog store={store} source={open.source} paths={paths} onClose={onClose} />
    case 'api':
      return <ApiDialog store={store} source={open.source} onClose={onClose} />
    case 'rename':
      return <RenameSourceDialog storeId={store.id} source={open.source} onClose={onClose} />
    case 'schedule':
      return <ScheduleDialog storeId={store.id} source={open.source} onClose={onClose} />
    default:
      return null
  }
}

function Purpose({ store: { description, whereUsed }, paths }: { store: DocumentStore; paths: StorePaths }) {
  const { stores } = useTexts()
  return (
    <>
      {description}
      {whereUsed.length > 0 && (
        <span className="store-flows row wraps gap-6 text-13">
          {stores.detail.usedIn}
          {whereUsed.map(({ id, name }) => (
            <Link
              key={id}
              className="store-flow no-underline text-primary surface outlined line-on-hover"
              to={paths.flow(id)}
            >
              {name}
            </Link>
          ))}
        </span>
      )}
    </>
  )
}

type HeaderProps = {
  store: DocumentStore
  paths: StorePaths
  onRefresh: () => void
  onOpen: (dialog: 'edit' | 'remove' | 'api' | 'upsert') => void
}

function Header({ store, paths, onRefresh, onOpen }: HeaderProps) {
  const { stores, common } = useTexts()
  const texts = stores.detail
  const { id, name, loaders, status, totalChunks, upsertedDate } = store
  return (
    <div className="store-buttons flex wraps gap-8">
      <RowMenu
        label={stores.menu(name)}
        actions={[
          { label: stores.edit, run: () => onOpen('edit') },
          { label: common.delete, run: () => onOpen('remove'), danger: true },
        ]}
      />
      <Button
        variant="outlined"
        color="neutral"
        startDecorator={<Code size={16} />}
        onClick={() => onOpen('api')}
      >
        API
      </Button>
      {loaders.length > 0 && (
        <Button
          variant="outlined"
          color="neutral"
          startDecorator={<RefreshCw size={16} />}
          disabled={isWorking(status)}
          onClick={onRefresh}
        >
          {texts.refreshAll}
        </Button>
      )}
      {upsertedDate !== null && (
        <Button
          variant="outlined"
          color="neutral"
          startDecorator={<Search size={16} />}
          component={Link}
          to={paths.query(id)}
        >
          {stores.query.title}
        </Button>
      )}
      {totalChunks > 0 && <UpsertAll store={store} paths={paths} onUpsert={() => onOpen('upsert')} />}
    </div>
  )
}

/** Leads to the index settings until they are complete. */
function UpsertAll({
  store,
  paths,
  onUpsert,
}: {
  store: DocumentStore
  paths: StorePaths
  onUpsert: () => void
}) {
  const { stores } = useTexts()
  const texts = stores.detail
  const costText = useCostText()
  const isReady = isConfigured(store)
  const isDone = store.status === 'UPSERTED'
  const estimate = trpc.stores.estimate.useQuery(
    { id: store.id },
    { enabled: isReady && !isDone && !isWorking(store.status), retry: false },
  )
  if (!isReady) {
    return (
      <Button component={Link} to={paths.index(store.id)}>
        {texts.chooseIndex}
      </Button>
    )
  }
  return (
    <Button
      disabled={isDone || isWorking(store.status)}
      title={isDone ? texts.nothingToUpsert : undefined}
      onClick={onUpsert}
    >
      {isDone ? texts.upToDate : texts.upsertAll}
      {estimate.data && !isDone && (
        <span className="store-cost monospace regular">≈ {costText(estimate.data)}</span>
      )}
    </Button>
  )
}

type DropProps = { onFiles: (files: File[]) => void; onUrl: () => void; onAdd: () => void }

function DropPanel({ onFiles, onUrl, onAdd }: DropProps) {
  const { stores } = useTexts()
  const chooser = useRef<HTMLInputElement>(null)
  const texts = stores.detail
  return (
    <div className="store-drop row wraps gap-12 round-md">
      <span
        className="store-drop-icon centered rigid round-sm backdrop-level1 text-secondary"
        aria-hidden="true"
      >
        <FileUp size={18} />
      </span>
      <div className="grows shrinks">
        <p className="semibold">{texts.drop}</p>
        <p className="text-13 text-tertiary">{texts.dropText}</p>
      </div>
      <div className="row wraps gap-8">
        <Button variant="plain" color="neutral" onClick={() => chooser.current?.click()}>
          {texts.chooseFiles}
        </Button>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          aria-label={texts.chooseFiles}
          onChange={({ target }) => {
            const files = [...(target.files ?? [])]
            // Reset, so that the same file can be chosen again after a correction.
            target.value = ''
            onFiles(files)
          }}
        />
        <Button variant="plain" color="neutral" startDecorator={<Globe size={16} />} onClick={onUrl}>
          {texts.addUrl}
        </Button>
        <Button variant="outlined" color="neutral" startDecorator={<Plus size={16} />} onClick={onAdd}>
          {texts.addSource}
        </Button>
      </div>
    </div>
  )
}
