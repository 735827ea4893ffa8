import { type ReactNode, useRef, useState } from 'react'
import { ReactFlowProvider } from 'reactflow'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import type { ChatDockProps } from '#client/components/chat-dock.ts'
import { ErrorPanel } from '#client/components/error-panel.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { FlowDraft } from '#shared/flow-versions.ts'
import type { NodeTemplate } from '#shared/nodes.ts'
import type { DeviceDraft } from './draft/draft-store.ts'
import { openFlow } from './draft/open-flow.ts'
import { useDeviceDraft } from './draft/use-device-draft.ts'
import { DraftHolder } from './fields/draft-holder.ts'
import { CanvasStoreProvider } from './store/use-canvas.ts'
import { Workspace } from './workspace.tsx'

export type CanvasScreenProps = {
  /** Absent for a flow that is being begun. */
  flowId?: string
  /** Draws the chat beside the canvas. */
  renderChat: (props: ChatDockProps) => ReactNode
  /** A question with which the chat opens. */
  askFirst?: string
}

/** The editor of one flow. */
export function CanvasScreen(props: CanvasScreenProps) {
  const { flowId } = props
  const created = useRef<string>(undefined)
  const [session, setSession] = useState({ flowId, number: 0 })
  if (session.flowId !== flowId) {
    // The first save gives the flow its address: that is no reason to open it anew. Coming back to it from another one is.
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

function Session({ flowId, ...props }: SessionProps) {
  const { canvas } = useTexts()
  // What was open first stays open: later fetches must not write over what is being edited.
  const [opened] = useState(flowId)
  const templates = trpc.nodes.list.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY })
  const flow = trpc.flows.draft.useQuery(
    { id: opened ?? '' },
    { enabled: opened !== undefined, gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  )
  const device = useDeviceDraft(opened)
  const editor = (saved: FlowDraft | undefined) => (
    <AsyncView query={templates} errorTitle={canvas.nodesNotLoaded}>
      {(list) => device !== 'waiting' && <Editor saved={saved} device={device} templates={list} {...props} />}
    </AsyncView>
  )
  return (
    <div className="canvas-page">
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

type EditorProps = Omit<SessionProps, 'flowId'> & {
  saved: FlowDraft | undefined
  device: DeviceDraft | undefined
  templates: readonly NodeTemplate[]
}

function Editor({ saved, device, templates, ...props }: EditorProps) {
  const { canvas } = useTexts()
  const [attempt] = useState(() => {
    try {
      return { opened: openFlow({ server: saved, device, templates, untitled: canvas.untitled }) }
    } catch (error) {
      return { error }
    }
  })
  if (!attempt.opened) {
    return <ErrorPanel error={attempt.error} title={canvas.flowNotReadable} />
  }
  const { store } = attempt.opened
  return (
    <CanvasStoreProvider value={store}>
      <DraftHolder value={store.getState().drafts}>
        <ReactFlowProvider>
          <Workspace opened={attempt.opened} {...props} />
        </ReactFlowProvider>
      </DraftHolder>
    </CanvasStoreProvider>
  )
}
