import '../stores.css'
import { Button } from '@mui/joy'
import { Link } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { useCrumbs } from '#client/components/crumbs.ts'
import { EmptyState } from '#client/components/empty-state.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { translateTemplate } from '#client/texts/translate-nodes.ts'
import type { NodeTemplate } from '#shared/nodes.ts'
import { isConfigured } from '../parts/next-step.ts'
import type { StorePaths } from '../store-paths.ts'
import { QueryDesk } from './query-desk.tsx'

type Props = { storeId: string; paths: StorePaths }

export function QueryScreen({ storeId, paths }: Props) {
  const { stores } = useTexts()
  const texts = stores.query
  const store = trpc.stores.get.useQuery({ id: storeId })
  const vectorStores = trpc.stores.vectorStores.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY })
  useCrumbs(
    store.data
      ? [
          { name: store.data.name, to: paths.store(storeId), kind: 'retriever' },
          { name: texts.title, kind: 'agent' },
        ]
      : [],
  )
  return (
    <>
      {!store.data && <PageHeader title={texts.title} />}
      <AsyncView query={store} errorTitle={stores.detail.loadFailed}>
        {(found) => (
          <AsyncView query={vectorStores}>
            {(all) => {
              const template = (all as NodeTemplate[]).find(
                ({ name }) => name === found.vectorStoreConfig?.name,
              )
              return isConfigured(found) && template && found.upsertedDate !== null ? (
                <QueryDesk store={found} template={translateTemplate(template)} paths={paths} />
              ) : (
                <>
                  <PageHeader title={texts.title} text={found.name} />
                  <EmptyState
                    title={texts.notIndexed}
                    text={texts.notIndexedText}
                    action={
                      <Button component={Link} to={paths.index(storeId)} size="sm">
                        {stores.index.title}
                      </Button>
                    }
                  />
                </>
              )
            }}
          </AsyncView>
        )}
      </AsyncView>
    </>
  )
}
