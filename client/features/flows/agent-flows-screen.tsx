import './flows.css'
import { Button } from '@mui/joy'
import { Plus, Upload } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { NoMatch } from '#client/components/list-frame.tsx'
import { FilterChip, ListToolbar } from '#client/components/list-toolbar.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { FlowSummary } from '#shared/flows.ts'
import { arrangeFlows, usualOrder } from './arrange-flows.ts'
import { FlowCard } from './flow-card.tsx'
import { FileDropZone, FlowFileInput } from './flow-file-input.tsx'
import { FlowSkeletons } from './flow-skeletons.tsx'
import { readAgentFile } from './read-agent-file.ts'
import { RenameDialog } from './rename-dialog.tsx'
import { type FlowActions, type FlowPaths, useFlowActions } from './use-flow-actions.tsx'
import { useImport } from './use-import.tsx'

/** Flows of steps: sequential and multi-agent ones (v1) and control-flow ones (v2). */
export function AgentFlowsScreen({ paths }: { paths: FlowPaths }) {
  const { agentflows: texts } = useTexts().templates
  const summaries = trpc.flows.summaries.useQuery({ type: 'AGENT' })
  const [renamed, setRenamed] = useState<FlowSummary>()
  const file = useRef<HTMLInputElement>(null)
  const { importFile, preview } = useImport(readAgentFile, paths.canvas)
  const actions: FlowActions = { ...useFlowActions(paths), rename: setRenamed }
  const newButton = (
    <Button startDecorator={<Plus size={16} />} onClick={actions.createBlank}>
      {texts.new}
    </Button>
  )
  const importButton = <ImportButton onClick={() => file.current?.click()} />
  return (
    <FileDropZone onFile={importFile}>
      <PageHeader
        title={texts.title}
        text={texts.text}
        action={
          <div className="agent-flow-buttons">
            {importButton}
            {newButton}
          </div>
        }
      />
      <FlowFileInput input={file} onFile={importFile} />
      <AsyncView query={summaries} errorTitle={texts.loadFailed} skeleton={<FlowSkeletons />}>
        {(flows) =>
          flows.length === 0 ? (
            <EmptyState title={texts.emptyTitle} text={texts.emptyText} action={newButton} />
          ) : (
            <List flows={flows} actions={actions} paths={paths} />
          )
        }
      </AsyncView>
      {preview}
      {renamed && <RenameDialog flow={renamed} onClose={() => setRenamed(undefined)} />}
    </FileDropZone>
  )
}

function ImportButton({ onClick }: { onClick: () => void }) {
  const { flows: texts } = useTexts()
  return (
    <Button variant="outlined" color="neutral" startDecorator={<Upload size={15} />} onClick={onClick}>
      {texts.importFile}
    </Button>
  )
}

const engines = ['AGENTFLOW', 'MULTIAGENT'] as const
type Engine = (typeof engines)[number]

type ListProps = { flows: readonly FlowSummary[]; actions: FlowActions; paths: FlowPaths }

function List({ flows, actions, paths }: ListProps) {
  const { agentflows: texts } = useTexts().templates
  const [language] = useLanguage()
  const [query, setQuery] = useState('')
  const [engine, setEngine] = useState<Engine>()
  const ofEngine = flows.filter(({ type }) => engine === undefined || type === engine)
  const shown = arrangeFlows(ofEngine, useDeferredValue(query), usualOrder, language)
  return (
    <>
      <ListToolbar
        label={texts.searchLabel}
        query={query}
        onQuery={setQuery}
        count={texts.count(shown.length, flows.length)}
      >
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
            setQuery('')
            setEngine(undefined)
          }}
        />
      ) : (
        <ul className="flow-grid">
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

/** The engine stands among the tags of its card. */
function tagged(flow: FlowSummary, words: Record<Engine, string>): FlowSummary {
  const engine = flow.type === 'MULTIAGENT' ? words.MULTIAGENT : words.AGENTFLOW
  return { ...flow, category: [engine, flow.category].filter(Boolean).join(';') }
}
