import './executions.css'
import { trpc } from '#client/api/trpc.ts'
import { PageHeader } from '#client/components/page-header.tsx'
import { Tabs } from '#client/components/tabs.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { ExecutionList } from './execution-list.tsx'
import { useListView } from './use-list-view.ts'
import { WaitingList } from './waiting-list.tsx'

export type ExecutionPaths = {
  list: string
  flows: string
  canvas: (flowId: string) => string
  execution: (id: string) => string
  shared: (id: string) => string
}

export function ExecutionsScreen({ paths }: { paths: ExecutionPaths }) {
  const { executions: texts } = useTexts()
  const view = useListView()
  const waiting = trpc.executions.waiting.count.useQuery()
  return (
    <>
      <PageHeader title={texts.title} text={texts.text} />
      <Tabs
        id="executions"
        label={texts.tabs.label}
        value={view.tab}
        options={[
          { value: 'all', label: texts.tabs.all },
          { value: 'waiting', label: texts.tabs.waiting(waiting.data?.count ?? 0) },
        ]}
        onChange={(tab) => view.change({ tab: tab === 'all' ? undefined : tab, wait: undefined })}
      >
        <div className="executions-panel">
          {view.tab === 'all' ? (
            <ExecutionList view={view} paths={paths} />
          ) : (
            <WaitingList view={view} paths={paths} />
          )}
        </div>
      </Tabs>
    </>
  )
}
