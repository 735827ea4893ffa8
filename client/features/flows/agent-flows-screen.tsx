import './flows.css'
import { type ReactNode, useDeferredValue, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { FileDropZone } from '#client/components/file-drop-zone.tsx'
import { NoMatch } from '#client/components/list-frame.tsx'
import { FilterChip, ListToolbar } from '#client/components/list-toolbar.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { FlowSummary } from '#shared/flows.ts'
import { AgentFlowsEmpty } from './agent-flows-empty.tsx'
import { arrangeFlows, defaultOrder } from './arrange-flows.ts'
import { FlowCard } from './flow-card.tsx'
import { FlowFileInput } from './flow-file-input.tsx'
import { FlowFilterChips } from './flow-filter-chips.tsx'
import { filterFlows, useFlowFilter } from './flow-filters.ts'
import { FlowSkeletons } from './flow-skeletons.tsx'
import { NewFlowButton } from './new-flow-button.tsx'
import { readAgentFile } from './read-agent-file.ts'
import { RenameDialog } from './rename-dialog.tsx'
import { type FlowActions, type FlowPaths, useFlowActions } from './use-flow-actions.tsx'
import { useImport } from './use-import.tsx'
import { useListKeys } from './use-list-keys.ts'

type ScreenProps = { paths: FlowPaths; renderTemplates: (onClose: () => void) => ReactNode }

/** Flows of steps: sequential and multi-agent ones (v1) and control-flow ones (v2). */
export function AgentFlowsScreen({ paths, renderTemplates }: ScreenProps) {
  const { templates, flows } = useTexts()
  const texts = templates.agentflows
  const summaries = trpc.flows.summaries.useQuery({ type: 'AGENT' })
  const [renamed, setRenamed] = useState<FlowSummary>()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const { importFile, preview } = useImport(readAgentFile, paths.canvas)
  const actions: FlowActions = { ...useFlowActions(paths), rename: setRenamed }
  const ways = {
    blank: actions.createBlank,
    template: () => setChoosing(true),
    import: () => file.current?.click(),
    describe: actions.describe,
  }
  const newButton = (
    <NewFlowButton label={texts.new} on={ways} isOpen={isMenuOpen} onOpenChange={setMenuOpen} />
  )
  const isEmpty = summaries.data?.length === 0
  return (
    <FileDropZone text={flows.dropHere} onFiles={([file]) => file && importFile(file)}>
      <PageHeader title={texts.title} text={texts.text} action={!isEmpty && newButton} />
      <FlowFileInput input={file} onFile={importFile} />
      <AsyncView query={summaries} errorTitle={texts.loadFailed} skeleton={<FlowSkeletons />}>
        {(flows) =>
          flows.length === 0 ? (
            <AgentFlowsEmpty paths={paths} on={ways} />
          ) : (
            <List flows={flows} actions={actions} paths={paths} onNew={() => setMenuOpen(true)} />
          )
        }
      </AsyncView>
      {preview}
      {isChoosing && renderTemplates(() => setChoosing(false))}
      {renamed && <RenameDialog flow={renamed} onClose={() => setRenamed(undefined)} />}
    </FileDropZone>
  )
}

const engines = ['AGENTFLOW', 'MULTIAGENT'] as const
type Engine = (typeof engines)[number]

type ListProps = {
  flows: readonly FlowSummary[]
  actions: FlowActions
  paths: FlowPaths
  onNew: () => void
}

function List({ flows, actions, paths, onNew }: ListProps) {
  const { agentflows: texts } = useTexts().templates
  const [language] = useLanguage()
  const [filter, setFilter, clear] = useFlowFilter()
  const [engine, setEngine] = useState<Engine>()
  const ofEngine = flows.filter(({ type }) => engine === undefined || type === engine)
  const query = useDeferredValue(filter.query)
  const shown = arrangeFlows(filterFlows(ofEngine, filter), query, defaultOrder, language)
  const act = (command: (flow: FlowSummary) => void) => (id: string) => {
    const flow = flows.find((each) => each.id === id)
    if (flow) {
      command(flow)
    }
  }
  useListKeys({ onNew, onRename: act(actions.rename), onRemove: act(actions.remove) })
  return (
    <>
      <ListToolbar
        label={texts.searchLabel}
        query={filter.query}
        onQuery={(next) => setFilter({ query: next })}
        count={texts.count(shown.length, flows.length)}
      >
        <FlowFilterChips flows={flows} filter={filter} onFilter={setFilter} />
        {engines.map((name) => (
          <FilterChip
            key={name}
            label={`${texts.engineLabel} ${texts.engine[name]}`}
            count={flows.filter(({ type }) => type === name).length}
            isOn={engine === name}
            onToggle={() => setEngine(engine === name ? undefined : name)}
          />
        ))}
      </ListToolbar>
      {shown.length === 0 ? (
        <NoMatch
          title={texts.noMatch}
          text={texts.noMatchText}
          onClear={() => {
            clear()
            setEngine(undefined)
          }}
        />
      ) : (
        <ul className="flow-grid grid gap-16 unpadded unlisted flush">
          {shown.map((flow) => (
            <FlowCard
              key={flow.id}
              flow={tagged(flow, texts.engine)}
              path={paths.canvas(flow.id)}
              actions={actions}
            />
          ))}
        </ul>
      )}
    </>
  )
}

function tagged(flow: FlowSummary, words: Record<Engine, string>): FlowSummary {
  const engine = flow.type === 'MULTIAGENT' ? words.MULTIAGENT : words.AGENTFLOW
  return { ...flow, category: [engine, flow.category].filter(Boolean).join(';') }
}
