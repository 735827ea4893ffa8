import './flows.css'
import { Button } from '@mui/joy'
import { useDeferredValue, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { useStorage } from '#client/components/use-storage.ts'
import { isView, type View } from '#client/components/view-switch.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { FlowSummary } from '#shared/flows.ts'
import { arrangeFlows, isOrder, usualOrder } from './arrange-flows.ts'
import { FlowCard } from './flow-card.tsx'
import { FileDropZone, FlowFileInput } from './flow-file-input.tsx'
import { FlowSkeletons } from './flow-skeletons.tsx'
import { FlowTable } from './flow-table.tsx'
import { FlowToolbar } from './flow-toolbar.tsx'
import { FlowsEmpty } from './flows-empty.tsx'
import { NewFlowButton } from './new-flow-button.tsx'
import { readFlowFile } from './read-flow-file.ts'
import { RenameDialog } from './rename-dialog.tsx'
import { type FlowActions, type FlowPaths, useFlowActions } from './use-flow-actions.tsx'
import { useImport } from './use-import.tsx'
import { useListKeys } from './use-list-keys.ts'

/** The flows of a user: find one, open it, make another. */
export function FlowsScreen({ paths }: { paths: FlowPaths }) {
  const { flows: texts } = useTexts()
  const summaries = trpc.flows.summaries.useQuery({ type: 'CHATFLOW' })
  const [renamed, setRenamed] = useState<FlowSummary>()
  const file = useRef<HTMLInputElement>(null)
  const { importFile, preview } = useImport(readFlowFile, paths.canvas)
  const actions: FlowActions = { ...useFlowActions(paths), rename: setRenamed }
  const chooseFile = () => file.current?.click()
  const hasFlows = summaries.data !== undefined && summaries.data.length > 0

  return (
    <FileDropZone onFile={importFile}>
      <PageHeader
        title={texts.title}
        text={hasFlows ? `${texts.text} ${texts.dropHint}` : texts.text}
        action={hasFlows && <NewFlowButton onBlank={actions.createBlank} onImport={chooseFile} />}
      />
      <FlowFileInput input={file} onFile={importFile} />
      <AsyncView query={summaries} errorTitle={texts.loadFailed} skeleton={<FlowSkeletons />}>
        {(flows) =>
          flows.length > 0 ? (
            <FlowList flows={flows} actions={actions} paths={paths} />
          ) : (
            <FlowsEmpty paths={paths} onCreate={actions.createBlank} onImport={chooseFile} />
          )
        }
      </AsyncView>
      {preview}
      {renamed && <RenameDialog flow={renamed} onClose={() => setRenamed(undefined)} />}
    </FileDropZone>
  )
}

type ListProps = { flows: FlowSummary[]; actions: FlowActions; paths: FlowPaths }

function FlowList({ flows, actions, paths }: ListProps) {
  const { flows: texts, common } = useTexts()
  const [language] = useLanguage()
  const [query, setQuery] = useState('')
  const [order, setOrder] = useStorage('flows.order', usualOrder, isOrder)
  const [view, setView] = useStorage<View>('flows.view', 'cards', isView)
  const search = useRef<HTMLInputElement>(null)
  const shown = arrangeFlows(flows, useDeferredValue(query), order, language)
  const withFlow = (act: (flow: FlowSummary) => void) => (id: string) => {
    const flow = flows.find((each) => each.id === id)
    if (flow) {
      act(flow)
    }
  }
  useListKeys({
    onNew: actions.createBlank,
    onSearch: () => search.current?.focus(),
    onRename: withFlow(actions.rename),
    onRemove: withFlow(actions.remove),
  })

  return (
    <>
      <FlowToolbar
        searchRef={search}
        query={query}
        onQuery={setQuery}
        order={order}
        onOrder={setOrder}
        view={view}
        onView={setView}
        count={{ shown: shown.length, all: flows.length }}
      />
      {shown.length === 0 && (
        <EmptyState
          dashed
          title={texts.noMatch(query)}
          text={texts.noMatchText(flows.length)}
          action={
            <Button size="sm" variant="outlined" color="neutral" onClick={() => setQuery('')}>
              {common.clearFilters}
            </Button>
          }
        />
      )}
      {shown.length > 0 && view === 'cards' && (
        <ul className="flow-grid">
          {shown.map((flow) => (
            <FlowCard key={flow.id} flow={flow} path={paths.canvas(flow.id)} actions={actions} />
          ))}
        </ul>
      )}
      {shown.length > 0 && view === 'table' && (
        <FlowTable flows={shown} order={order} onOrder={setOrder} actions={actions} paths={paths} />
      )}
    </>
  )
}
