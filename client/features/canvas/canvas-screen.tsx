import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ReactFlowProvider } from 'reactflow'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import type { ChatDockProps } from '#client/components/chat-dock.ts'
import { ErrorPanel } from '#client/components/error-panel.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useLoadTemplates, useTemplatesOf } from '#client/components/use-load-templates.ts'
import { useNodeSummaries } from '#client/components/use-node-summaries.ts'
import { useNodeTexts, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { FlowDraft } from '#shared/flow-versions.ts'
import type { FlowType } from '#shared/flows.ts'
import type { NodeSummary } from '#shared/node-summaries.ts'
import type { NodeTemplate } from '#shared/nodes.ts'
import { startName } from '#shared/step-traits.ts'
import { type DeviceDraft, type Opened, openFlow, useDeviceDraft } from './draft/draft.ts'
import { DraftHolder } from './fields/fields.ts'
import type { CanvasStore } from './store/canvas-store.ts'
import { kindsIn, type Summaries, type TemplateSource } from './store/catalogue.ts'
import { CanvasStoreProvider } from './store/use-canvas.ts'
import { Workspace } from './workspace.tsx'

export type CanvasScreenProps = {
  flowId?: string
  newType?: FlowType
  renderChat: (props: ChatDockProps) => ReactNode
  firstQuestion?: string
}

export function CanvasScreen(props: CanvasScreenProps) {
  const { flowId } = props
  const created = useRef<string>(undefined)
  const [session, setSession] = useState({ flowId, number: 0 })
  if (session.flowId !== flowId) {
    // The first save changes the URL without reopening the flow. Returning to the flow from another one reopens
    // it.
    const same = flowId !== undefined && session.flowId === undefined && created.current === flowId
    setSession({ flowId, number: session.number + (same ? 0 : 1) })
  }
  return (
    <Session
      key={session.number}
      {...props}
      onCreated={(id) => {
        created.current = id
      }}
    />
  )
}

type SessionProps = CanvasScreenProps & { onCreated: (id: string) => void }

function Session({ flowId, newType = 'CHATFLOW', ...props }: SessionProps) {
  const { canvas } = useTexts()
  // Later fetches must not overwrite the flow being edited.
  const [opened] = useState(flowId)
  const summaries = useNodeSummaries()
  const flow = trpc.flows.draft.useQuery(
    { id: opened ?? '' },
    { enabled: opened !== undefined, gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  )
  const device = useDeviceDraft(opened, newType)
  const editor = (saved: FlowDraft | undefined) => (
    <AsyncView query={summaries} errorTitle={canvas.nodesNotLoaded}>
      {(list) =>
        device !== 'waiting' && <WithTemplates {...{ saved, device, newType }} summaries={list} {...props} />
      }
    </AsyncView>
  )
  return (
    <div className="canvas-page text-primary backdrop-body">
      {opened === undefined ? (
        editor(undefined)
      ) : (
        <AsyncView query={flow} errorTitle={canvas.flowNotLoaded}>
          {editor}
        </AsyncView>
      )}
    </div>
  )
}

type EditorProps = Omit<SessionProps, 'flowId' | 'newType'> & {
  newType: FlowType
  saved: FlowDraft | undefined
  device: DeviceDraft | undefined
  summaries: readonly NodeSummary[]
}

function WithTemplates({ saved, device, summaries, ...props }: EditorProps) {
  const { canvas } = useTexts()
  const [kinds] = useState(() => new Map(summaries.map((kind) => [kind.name, kind])))
  // Initial kinds only; the store loads later ones.
  const [names] = useState(() => {
    const drawn = [saved, device].flatMap((draft) => (draft ? kindsIn(draft.flowData) : []))
    const required = props.newType === 'AGENTFLOW' ? [...drawn, startName] : drawn
    return [...new Set(required)].filter((name) => kinds.has(name)).toSorted()
  })
  const templates = useTemplatesOf(names)
  return (
    <AsyncView query={templates} errorTitle={canvas.nodesNotLoaded}>
      {(list) => <Editor saved={saved} device={device} summaries={kinds} templates={list} {...props} />}
    </AsyncView>
  )
}

function useTranslatedCatalogue(store: CanvasStore) {
  const language = useNodeTexts()
  const translated = useRef(language)
  useEffect(() => {
    if (translated.current !== language) {
      translated.current = language
      store.getState().translateCatalogue()
    }
  }, [store, language])
}

function useTemplateSource(): TemplateSource {
  const load = useLoadTemplates()
  const toasts = useToasts()
  const errorText = useErrorText()
  const report = useRef<TemplateSource['onError']>(undefined)
  report.current = (error) => toasts.error(errorText(error))
  return { load, onError: (error) => report.current?.(error) }
}

function Editor({
  saved,
  device,
  summaries,
  templates,
  newType,
  ...props
}: Omit<EditorProps, 'summaries'> & { summaries: Summaries; templates: readonly NodeTemplate[] }) {
  const { canvas, agent } = useTexts()
  const source = useTemplateSource()
  const [attempt] = useState(() => {
    try {
      const untitled = newType === 'AGENTFLOW' ? agent.untitled : canvas.untitled
      const fresh = { untitled, newType, startLabel: agent.start }
      return { opened: openFlow({ server: saved, device, summaries, templates, source, ...fresh }) }
    } catch (error) {
      return { error }
    }
  })
  if (!attempt.opened) {
    return <ErrorPanel error={attempt.error} title={canvas.flowNotReadable} />
  }
  return <OpenCanvas opened={attempt.opened} {...props} />
}

function OpenCanvas({
  opened,
  ...props
}: { opened: Opened } & Omit<EditorProps, 'saved' | 'device' | 'summaries' | 'newType'>) {
  const { store } = opened
  useTranslatedCatalogue(store)
  return (
    <CanvasStoreProvider value={store}>
      <DraftHolder value={store.getState().drafts}>
        <ReactFlowProvider>
          <Workspace opened={opened} {...props} />
        </ReactFlowProvider>
      </DraftHolder>
    </CanvasStoreProvider>
  )
}
