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
import type { StorePaths } from '../store-paths.ts'
import { SourceEditor } from './source-editor.tsx'

type Props = {
  storeId: string
  /** Id of a source, or the loader of a new one. */
  name: string
  paths: StorePaths
}

const always = { staleTime: Number.POSITIVE_INFINITY }

export function SourceScreen({ storeId, name, paths }: Props) {
  const { stores, shell } = useTexts()
  const store = trpc.stores.get.useQuery({ id: storeId })
  const loaders = trpc.stores.sources.components.useQuery(undefined, always)
  const splitters = trpc.nodes.category.useQuery({ name: 'Text Splitters' }, always)
  const source = store.data?.loaders.find(({ id }) => id === name)
  const template = loaders.data?.find((loader) => loader.name === (source?.loaderId ?? name))
  useCrumbs(
    store.data
      ? [
          { name: store.data.name, to: paths.store(storeId), kind: 'retriever' },
          { name: source?.name ?? template?.label ?? stores.source.title, kind: 'document' },
        ]
      : [],
  )
  return (
    <>
      {!store.data && <PageHeader title={shell.pages.storeSource} />}
      <AsyncView query={store} errorTitle={stores.detail.loadFailed}>
        {(found) => (
          <AsyncView query={loaders}>
            {() => (
              <AsyncView query={splitters}>
                {(all) =>
                  template ? (
                    <SourceEditor
                      store={found}
                      source={source}
                      loader={translateTemplate(template as NodeTemplate)}
                      splitters={(all as NodeTemplate[]).map(translateTemplate)}
                      paths={paths}
                    />
                  ) : (
                    <EmptyState
                      title={stores.source.unknown}
                      text={stores.source.unknownText}
                      action={
                        <Button
                          component={Link}
                          to={paths.store(storeId)}
                          variant="outlined"
                          color="neutral"
                          size="sm"
                        >
                          {stores.source.back(found.name)}
                        </Button>
                      }
                    />
                  )
                }
              </AsyncView>
            )}
          </AsyncView>
        )}
      </AsyncView>
    </>
  )
}
