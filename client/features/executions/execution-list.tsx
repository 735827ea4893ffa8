import { Button } from '@mui/joy'
import { Link } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { ListFrame, ListSkeleton, NoMatch } from '#client/components/list-frame.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { ExecutionTable } from './execution-table.tsx'
import { ExecutionToolbar } from './execution-toolbar.tsx'
import type { ExecutionPaths } from './executions-screen.tsx'
import { useActions } from './use-actions.ts'
import type { ListView } from './use-list-view.ts'

const LIVE_MS = 2_000
const WAITING_MS = 5_000
const LIMIT = 30

type Props = { view: ListView; paths: ExecutionPaths }

export function ExecutionList({ view, paths }: Props) {
  const { executions: texts } = useTexts()
  const query = trpc.executions.list.useInfiniteQuery(
    { ...view.filter, ...(view.state && { state: view.state }), limit: LIMIT },
    {
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      // Running rows change by themselves, waiting ones when somebody answers elsewhere.
      refetchInterval({ state: { data } }) {
        const states = new Set(data?.pages.flatMap(({ items }) => items.map(({ state }) => state)))
        return states.has('running') ? LIVE_MS : states.has('waiting') ? WAITING_MS : false
      },
    },
  )
  const actions = useActions()

  return (
    <>
      <ExecutionToolbar view={view} />
      <AsyncView query={query} errorTitle={texts.failed} skeleton={<ListSkeleton />}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items)
          return rows.length === 0 ? (
            <NoExecutions view={view} flowsPath={paths.flows} />
          ) : (
            <ListFrame>
              <ExecutionTable rows={rows} paths={paths} actions={actions} />
              {query.hasNextPage && (
                <div className="flex content-middle pad-12">
                  <Button
                    size="sm"
                    variant="outlined"
                    color="neutral"
                    disabled={query.isFetchingNextPage}
                    onClick={() => query.fetchNextPage()}
                  >
                    {query.isFetchingNextPage ? texts.loadingMore : texts.more}
                  </Button>
                </div>
              )}
            </ListFrame>
          )
        }}
      </AsyncView>
    </>
  )
}

function NoExecutions({ view, flowsPath }: { view: ListView; flowsPath: string }) {
  const { executions: texts } = useTexts()
  return view.isFiltered ? (
    <NoMatch title={texts.noMatch} text={texts.noMatchText} onClear={view.clear} />
  ) : (
    <EmptyState
      title={texts.emptyTitle}
      text={texts.emptyText}
      action={
        <Button component={Link} to={flowsPath} size="sm">
          {texts.emptyAction}
        </Button>
      }
    />
  )
}
