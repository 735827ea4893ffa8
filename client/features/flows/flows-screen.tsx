import './flows.css'
import { Button } from '@mui/joy'
import { MessagesSquare } from 'lucide-react'
import { type ReactNode, useDeferredValue, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useUser } from '#client/api/use-session.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { FileDropZone } from '#client/components/file-drop-zone.tsx'
import { NoMatch } from '#client/components/list-frame.tsx'
import { useOpenMessages } from '#client/components/open-messages.ts'
import { PageHeader } from '#client/components/page-header.tsx'
import { useStorage } from '#client/components/use-storage.ts'
import { isView, type View } from '#client/components/view-switch.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { FlowSummary } from '#shared/flows.ts'
import { arrangeFlows, defaultOrder, isOrder } from './arrange-flows.ts'
import { FlowCard } from './flow-card.tsx'
import { FlowFileInput } from './flow-file-input.tsx'
import { FlowFilterChips } from './flow-filter-chips.tsx'
import { type FlowFilter, filterFlows, isFiltered, useFlowFilter } from './flow-filters.ts'
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

export type FlowsScreenProps = {
  paths: FlowPaths
  renderTemplates: (onClose: () => void) => ReactNode
}

export function FlowsScreen({ paths, renderTemplates }: FlowsScreenProps) {
  const { flows: texts } = useTexts()
  const summaries = trpc.flows.summaries.useQuery({ type: 'CHATFLOW' })
  const [renamed, setRenamed] = useState<FlowSummary>()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const { importFile, preview } = useImport(readFlowFile, paths.canvas)
  const actions: FlowActions = { ...useFlowActions(paths), rename: setRenamed }
  const chooseFile = () => file.current?.click()
  const chooseTemplate = () => setChoosing(true)
  const hasFlows = summaries.data !== undefined && summaries.data.length > 0
  const newFlow = (
    <NewFlowButton
      label={texts.newFlow}
      on={{
        blank: actions.createBlank,
        template: chooseTemplate,
        import: chooseFile,
        describe: actions.describe,
      }}
      isOpen={isMenuOpen}
      onOpenChange={setMenuOpen}
    />
  )

  return (
    <FileDropZone text={texts.dropHere} onFiles={([file]) => file && importFile(file)}>
      <PageHeader
        title={texts.title}
        text={hasFlows ? `${texts.text} ${texts.dropHint}` : texts.text}
        action={<HeaderActions hasFlows={hasFlows}>{newFlow}</HeaderActions>}
      />
      <FlowFileInput input={file} onFile={importFile} />
      <AsyncView query={summaries} errorTitle={texts.loadFailed} skeleton={<FlowSkeletons />}>
        {(flows) =>
          flows.length > 0 ? (
            <FlowList flows={flows} actions={actions} paths={paths} onNew={() => setMenuOpen(true)} />
          ) : (
            <FlowsEmpty
              paths={paths}
              onCreate={actions.createBlank}
              onImport={chooseFile}
              onTemplate={chooseTemplate}
            />
          )
        }
      </AsyncView>
      {preview}
      {isChoosing && renderTemplates(() => setChoosing(false))}
      {renamed && <RenameDialog flow={renamed} onClose={() => setRenamed(undefined)} />}
    </FileDropZone>
  )
}

/** Moderators have the messages of every flow, but may have no flow of their own. */
function HeaderActions({ hasFlows, children }: { hasFlows: boolean; children: ReactNode }) {
  const { chat } = useTexts()
  const openMessages = useOpenMessages()
  const isModerator = useUser()?.role === 'MODERATOR'
  return (
    <div className="row wraps gap-8">
      {(hasFlows || isModerator) && (
        <Button
          variant="outlined"
          color="neutral"
          startDecorator={<MessagesSquare size={16} />}
          onClick={() => openMessages()}
        >
          {chat.messages}
        </Button>
      )}
      {hasFlows && children}
    </div>
  )
}

type ListProps = { flows: FlowSummary[]; actions: FlowActions; paths: FlowPaths; onNew: () => void }

function FlowList({ flows, actions, paths, onNew }: ListProps) {
  const [language] = useLanguage()
  const [filter, setFilter, clear] = useFlowFilter()
  const [order, setOrder] = useStorage('flows.order', defaultOrder, isOrder)
  const [view, setView] = useStorage<View>('flows.view', 'cards', isView)
  const search = useRef<HTMLInputElement>(null)
  const query = useDeferredValue(filter.query)
  const shown = arrangeFlows(filterFlows(flows, filter), query, order, language)
  const withFlow = (act: (flow: FlowSummary) => void) => (id: string) => {
    const flow = flows.find((each) => each.id === id)
    if (flow) {
      act(flow)
    }
  }
  useListKeys({
    onNew,
    onSearch: () => search.current?.focus(),
    onRename: withFlow(actions.rename),
    onRemove: withFlow(actions.remove),
  })

  return (
    <>
      <FlowToolbar
        searchRef={search}
        query={filter.query}
        onQuery={(next) => setFilter({ query: next })}
        order={order}
        onOrder={setOrder}
        view={view}
        onView={setView}
        count={{ shown: shown.length, all: flows.length }}
      >
        <FlowFilterChips flows={flows} filter={filter} onFilter={setFilter} />
      </FlowToolbar>
      {shown.length === 0 && <NoFlowFits filter={filter} all={flows.length} onClear={clear} />}
      {shown.length > 0 && view === 'cards' && (
        <ul className="flow-grid grid gap-16 unpadded unlisted flush">
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

type Props = { filter: FlowFilter; all: number; onClear: () => void }

function NoFlowFits({ filter, all, onClear }: Props) {
  const { flows: texts, flowList } = useTexts()
  const query = filter.query.trim()
  const isSearch = query !== '' && !isFiltered(filter)
  return (
    <NoMatch
      title={isSearch ? texts.noMatch(query) : flowList.noneFit}
      text={isSearch ? texts.noMatchText(all) : flowList.noneFitText(all)}
      onClear={onClear}
    />
  )
}
