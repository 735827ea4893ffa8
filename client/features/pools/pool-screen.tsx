import './pools.css'
import { Button } from '@mui/joy'
import { Waypoints } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { useIsAdmin } from '#client/api/use-session.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { useCrumbs } from '#client/components/crumbs.ts'
import { FileDropZone } from '#client/components/file-drop-zone.tsx'
import { formatBytes } from '#client/components/format-bytes.ts'
import { formatNumber } from '#client/components/format-money.ts'
import { ListSkeleton } from '#client/components/list-frame.tsx'
import { Money } from '#client/components/money.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { Receipt } from '#client/components/receipt.tsx'
import { type RowAction, RowMenu } from '#client/components/row-menu.tsx'
import { Tabs } from '#client/components/tabs.tsx'
import { phoneScreen, useMediaQuery } from '#client/components/use-media-query.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { POOL_BYTES, type Pool } from '#shared/pools.ts'
import { AddTextDialog } from './add-text-dialog.tsx'
import { AddUrlDialog } from './add-url-dialog.tsx'
import { AskPool } from './ask-pool.tsx'
import { DropPanel } from './drop-panel.tsx'
import { type OpenPassages, PassagePanel } from './passage-panel.tsx'
import { PoolDialog } from './pool-dialog.tsx'
import type { PoolPaths } from './pool-paths.ts'
import { SourceTable } from './source-table.tsx'
import { UploadList } from './upload-list.tsx'
import { useUseInFlow } from './use-in-flow.ts'
import { useRemovePool } from './use-remove-pool.ts'
import { useReread } from './use-reread.ts'
import { useUploads } from './use-uploads.ts'

const POLL_MS = 2_000

export function PoolScreen({ id, paths }: { id: string; paths: PoolPaths }) {
  const { detail: texts } = useTexts().pools
  const query = trpc.pools.get.useQuery(
    { id },
    { refetchInterval: ({ state: { data } }) => (data && data.reading > 0 ? POLL_MS : false) },
  )
  useCrumbs(query.data ? [{ name: query.data.name }] : [])
  return (
    <AsyncView query={query} errorTitle={texts.loadFailed} skeleton={<ListSkeleton />}>
      {(pool) => <PoolView pool={pool} paths={paths} />}
    </AsyncView>
  )
}

type Section = 'sources' | 'ask' | 'usage'
const sections: readonly Section[] = ['sources', 'ask', 'usage']

function PoolView({ pool, paths }: { pool: Pool; paths: PoolPaths }) {
  const { drop, detail } = useTexts().pools
  const { uploads } = useUploads(pool.id)
  const isPhone = useMediaQuery(phoneScreen)
  const tabsId = useId()
  const [section, setSection] = useState<Section>('sources')
  const [dialog, setDialog] = useState<'url' | 'text' | 'edit'>()
  const [opened, setOpened] = useState<OpenPassages>()
  const close = () => setDialog(undefined)
  const addFiles = (files: File[]) => uploads.add(files, { usedBytes: pool.bytes })

  const parts: Record<Section, React.ReactNode> = {
    sources: (
      <div className="grid gap-16 items-start shrinks">
        <DropPanel
          title={drop.here}
          onFiles={addFiles}
          onUrl={() => setDialog('url')}
          onText={() => setDialog('text')}
        />
        <UploadList poolId={pool.id} />
        <SourceTable pool={pool} onOpen={(passage) => setOpened({ passages: [passage], place: 0 })} />
      </div>
    ),
    ask: <AskPool pool={pool} onOpen={setOpened} />,
    usage: <Usage pool={pool} />,
  }
  return (
    <FileDropZone text={drop.veil} onFiles={addFiles}>
      <PageHeader
        title={pool.name}
        text={<Purpose pool={pool} paths={paths} />}
        action={<Actions pool={pool} paths={paths} onEdit={() => setDialog('edit')} />}
      />
      {isPhone ? (
        <Tabs
          id={tabsId}
          label={pool.name}
          value={section}
          options={sections.map((value) => ({ value, label: detail.sections[value] }))}
          onChange={setSection}
        >
          <div className="pool-tab">{parts[section]}</div>
        </Tabs>
      ) : (
        <div className="pool-columns grid">
          {parts.sources}
          <div className="grid gap-16 items-start shrinks">
            {parts.ask}
            {parts.usage}
          </div>
        </div>
      )}
      {dialog === 'url' && <AddUrlDialog pool={pool.id} onClose={close} />}
      {dialog === 'text' && <AddTextDialog pool={pool.id} onClose={close} />}
      {dialog === 'edit' && <PoolDialog pool={pool} onClose={close} />}
      {opened && (
        <PassagePanel
          poolId={pool.id}
          opened={opened}
          onTurn={(place) => setOpened({ ...opened, place })}
          onClose={() => setOpened(undefined)}
        />
      )}
    </FileDropZone>
  )
}

function Purpose({ pool: { description, usedIn }, paths }: { pool: Pool; paths: PoolPaths }) {
  const { detail: texts } = useTexts().pools
  return (
    <>
      {description}
      {usedIn.length > 0 && (
        <>
          {description && ' '}
          {texts.usedIn}{' '}
          {usedIn.map(({ id, name }, place) => (
            <span key={id}>
              {place > 0 && ', '}
              <Link className="text-link" to={paths.flow(id)}>
                {name}
              </Link>
            </span>
          ))}
        </>
      )}
    </>
  )
}

type ActionsProps = { pool: Pool; paths: PoolPaths; onEdit: () => void }

function Actions({ pool, paths, onEdit }: ActionsProps) {
  const { pools: all, common } = useTexts()
  const { detail: texts } = all
  const navigate = useNavigate()
  const isAdmin = useIsAdmin()
  const remove = useRemovePool()
  const reread = useReread(pool.id)
  const { use, isPending } = useUseInFlow(paths)
  const items: (RowAction | false)[] = [
    { label: common.rename, run: onEdit },
    pool.failed > 0 && { label: texts.retryFailed, run: () => reread({ failed: true }) },
    pool.sources > 0 && { label: texts.rereadAll, run: () => reread({}) },
    isAdmin && { label: texts.openAsStore, run: () => void navigate(paths.store(pool.id)) },
    {
      label: common.delete,
      danger: true,
      run: async () => {
        if (await remove(pool)) {
          void navigate(paths.list)
        }
      },
    },
  ]
  return (
    <span className="row gap-8">
      <RowMenu label={all.menu(pool.name)} actions={items.filter((entry) => entry !== false)} />
      <Button
        variant="outlined"
        color="neutral"
        startDecorator={<Waypoints size={16} />}
        loading={isPending}
        onClick={() => use(pool)}
      >
        {texts.use}
      </Button>
    </span>
  )
}

function Usage({ pool }: { pool: Pool }) {
  const { pools: all } = useTexts()
  const { detail: texts } = all
  const [language] = useLanguage()
  return (
    <Receipt
      torn
      title={texts.usage}
      aside={texts.month}
      lines={[
        { label: texts.pages, value: formatNumber(pool.pagesRead, language) },
        { label: texts.tokens, value: formatNumber(pool.embeddingTokens, language) },
        { label: texts.cost, value: <Money dollars={pool.costMicro / 1_000_000} /> },
        {
          label: texts.spaceUsed,
          value: all.space(formatBytes(pool.bytes, language), formatBytes(POOL_BYTES, language)),
        },
      ]}
    />
  )
}
