import '../stores.css'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { useCrumbs } from '#client/components/crumbs.ts'
import { ListSkeleton } from '#client/components/list-frame.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { translateTemplate } from '#client/texts/translate-nodes.ts'
import type { NodeTemplate } from '#shared/nodes.ts'
import { useStore } from '../parts/use-store.ts'
import type { StorePaths } from '../store-paths.ts'
import { IndexEditor } from './index-editor.tsx'
import type { Part } from './index-parts.ts'

type Props = {
  storeId: string
  /** Only this source is upserted. */
  sourceId: string | undefined
  paths: StorePaths
}

const always = { staleTime: Number.POSITIVE_INFINITY }

export function IndexScreen({ storeId, sourceId, paths }: Props) {
  const { stores } = useTexts()
  const store = useStore(storeId)
  const embeddings = trpc.stores.embeddings.useQuery(undefined, always)
  const vectorStores = trpc.stores.vectorStores.useQuery(undefined, always)
  const recordManagers = trpc.stores.recordManagers.useQuery(undefined, always)
  useCrumbs(
    store.data
      ? [
          { name: store.data.name, to: paths.store(storeId), kind: 'retriever' },
          { name: stores.index.title, kind: 'embeddings' },
        ]
      : [],
  )
  const lists = {
    data:
      embeddings.data && vectorStores.data && recordManagers.data
        ? ({
            embedding: translated(embeddings.data),
            vectorStore: translated(vectorStores.data),
            recordManager: translated(recordManagers.data),
          } satisfies Record<Part, readonly NodeTemplate[]>)
        : undefined,
    error: embeddings.error ?? vectorStores.error ?? recordManagers.error,
    isPending: embeddings.isPending || vectorStores.isPending || recordManagers.isPending,
  }
  return (
    <>
      {!store.data && <PageHeader title={stores.index.title} />}
      <AsyncView query={store} errorTitle={stores.detail.loadFailed} skeleton={<ListSkeleton />}>
        {(found) => (
          <AsyncView query={lists} skeleton={<ListSkeleton />}>
            {(components) => (
              <IndexEditor
                store={found}
                source={found.loaders.find(({ id }) => id === sourceId)}
                components={components}
                paths={paths}
              />
            )}
          </AsyncView>
        )}
      </AsyncView>
    </>
  )
}

const translated = (all: readonly unknown[]) => (all as NodeTemplate[]).map(translateTemplate)
