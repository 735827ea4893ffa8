import '../stores.css'
import { Button } from '@mui/joy'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { DocumentStore } from '#shared/stores.ts'
import { EmptyThread } from '../parts/empty-thread.tsx'
import { isWorking } from '../parts/next-step.ts'
import type { StorePaths } from '../store-paths.ts'
import { DeleteStoreDialog } from './delete-store-dialog.tsx'
import { StoreDialog } from './store-dialog.tsx'
import { StoreList } from './store-list.tsx'
import { StoreSkeletons } from './store-skeletons.tsx'

const POLL_MS = 2_000

type Open = { dialog: 'add' } | { dialog: 'edit' | 'remove'; store: DocumentStore }

export function StoresScreen({ paths }: { paths: StorePaths }) {
  const { stores: texts } = useTexts()
  const list = trpc.stores.list.useQuery(undefined, {
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ status }) => isWorking(status)) ? POLL_MS : false,
  })
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const hasStores = (list.data?.length ?? 0) > 0
  const add = (
    <Button startDecorator={<Plus size={16} />} onClick={() => setOpen({ dialog: 'add' })}>
      {texts.add}
    </Button>
  )

  return (
    <>
      <PageHeader title={texts.title} text={texts.text} action={hasStores && add} />
      <AsyncView query={list} errorTitle={texts.loadFailed} skeleton={<StoreSkeletons />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              picture={<EmptyThread />}
              title={texts.emptyTitle}
              text={texts.emptyText}
              action={add}
            />
          ) : (
            <StoreList
              all={all}
              paths={paths}
              onEdit={(store) => setOpen({ dialog: 'edit', store })}
              onRemove={(store) => setOpen({ dialog: 'remove', store })}
            />
          )
        }
      </AsyncView>
      {open?.dialog === 'add' && <StoreDialog onClose={close} />}
      {open?.dialog === 'edit' && <StoreDialog store={open.store} onClose={close} />}
      {open?.dialog === 'remove' && <DeleteStoreDialog store={open.store} onClose={close} />}
    </>
  )
}
