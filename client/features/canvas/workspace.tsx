import { Button } from '@mui/joy'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { toAppError } from '#client/api/errors.ts'
import { trpc } from '#client/api/trpc.ts'
import type { ChatDockProps } from '#client/components/chat-dock.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { FlowCanvas } from './board/flow-canvas.tsx'
import { NodeMenu } from './board/node-menu.tsx'
import { TargetList } from './board/target-list.tsx'
import { useView } from './board/use-view.ts'
import { Dialogs } from './dialogs/dialogs.tsx'
import type { Problem } from './graph/check.ts'
import { type Graph, readGraph } from './graph/flow-graph.ts'
import { CanvasHeader } from './header/canvas-header.tsx'
import { download, exportFlow } from './header/export-flow.ts'
import { FlowMenu } from './header/flow-menu.tsx'
import { useLeaveGuard } from './header/use-leave-guard.ts'
import { type ConflictAnswer, useSaving } from './header/use-saving.ts'
import { RightDock } from './inspector/right-dock.tsx'
import { insertNode } from './palette/add.ts'
import { NodePalette } from './palette/node-palette.tsx'
import { QuickAdd } from './palette/quick-add.tsx'
import { isDirty } from './store/document.ts'
import { useCanvas, useCanvasStore } from './store/use-canvas.ts'
import { Refusal } from './wires/refusal.tsx'
import './canvas.css'
import './card/card.css'
import './fields/field.css'
import './wires/wire.css'
import './palette/palette.css'
import './inspector/inspector.css'

type Props = {
  renderChat: (props: ChatDockProps) => ReactNode
  askFirst?: string
  onCreated: (id: string) => void
}

/** Header, palette, canvas and docks of one open flow. */
export function Workspace({ renderChat, askFirst, onCreated }: Props) {
  const { canvas, common } = useTexts()
  const store = useCanvasStore()
  const view = useView()
  const confirm = useConfirm()
  const toasts = useToasts()
  const utils = trpc.useUtils()
  const removal = trpc.flows.remove.useMutation()
  const navigate = useNavigate()
  const guard = useLeaveGuard()
  const [renaming, setRenaming] = useState(false)
  const [loaded, setLoaded] = useState<Graph>()
  const conflict = useRef<(answer: ConflictAnswer) => void>(undefined)
  const palette = useCanvas((state) => state.palette)
  const chatReason = useChatReason()
  useTitle()

  const askConflict = useCallback(() => {
    store.getState().put({ dialog: 'conflict' })
    return new Promise<ConflictAnswer>((resolve) => {
      conflict.current = resolve
    })
  }, [store])
  const save = useSaving({ viewport: view.viewport, onCreated, askConflict })

  const openChat = useCallback(async () => {
    if (await save()) {
      store.getState().put({ dock: 'chat' })
    }
  }, [save, store])

  // The answer is to be followed on the canvas: all of it stays in sight beside the chat.
  const chatting = useCanvas(({ dock }) => dock === 'chat')
  useEffect(() => {
    const timer = chatting ? setTimeout(view.fitIfHidden, 120) : undefined
    return () => clearTimeout(timer)
  }, [chatting, view])

  // The chat opens by itself when a question came along.
  const first = useRef(askFirst)
  useEffect(() => {
    if (first.current !== undefined) {
      first.current = undefined
      store.getState().put({ dock: 'chat' })
    }
  }, [store])

  function toggleChat() {
    if (store.getState().dock === 'chat') {
      store.getState().put({ dock: undefined })
    } else {
      void openChat()
    }
  }

  const showProblem = useCallback(
    ({ nodeId, field }: Problem) => {
      if (nodeId === undefined) {
        return
      }
      view.showNode(nodeId)
      if (field !== undefined) {
        store.getState().put({ wanted: { node: nodeId, field } })
        openWhereFieldIs(store, nodeId, field)
      }
    },
    [view, store],
  )

  function load(text: string, fileName: string) {
    const { saved, graph } = store.getState()
    // Onto a flow that has no name yet the file brings its own.
    const isFresh = !saved && graph.nodes.size === 0 && graph.name === canvas.untitled
    const name = isFresh ? fileName.replace(/( Chatflow| Agents)?\.json$/i, '') : graph.name
    try {
      setLoaded(readGraph(text, name || graph.name))
    } catch {
      toasts.error(canvas.notAFlowFile)
    }
  }

  async function remove() {
    const { saved, graph } = store.getState()
    const agreed =
      saved &&
      (await confirm({
        title: canvas.deleteTitle(graph.name),
        description: canvas.deleteText,
        confirmButtonName: canvas.deleteFlow,
        danger: true,
      }))
    if (!agreed) {
      return
    }
    try {
      await removal.mutateAsync({ id: saved.id })
      void utils.flows.summaries.invalidate()
      guard.go('/app/chatflows')
    } catch (error) {
      toasts.error(toAppError(error).message)
    }
  }

  function exportJson() {
    store.getState().flushDrafts()
    const { graph, templates } = store.getState()
    download(`${graph.name} Chatflow.json`, JSON.stringify(exportFlow(graph, templates), undefined, 2))
  }

  const menu = (
    <FlowMenu
      onRename={() => setRenaming(true)}
      onSave={() => void save()}
      onLoad={load}
      onExport={exportJson}
      onDelete={() => void remove()}
    />
  )
  return (
    <div className="workspace" data-palette={palette || undefined}>
      <CanvasHeader
        renaming={renaming}
        onRenaming={setRenaming}
        onBack={() => guard.leave('/app/chatflows')}
        onSave={() => void save()}
        onChat={toggleChat}
        chatReason={chatReason}
        onShowProblem={showProblem}
        menu={menu}
      />
      <div className="workspace-rooms">
        {palette && (
          <NodePalette
            onInsert={(template) => {
              const { x, y } = view.centre()
              insertNode(store, template, { x: x - 160, y: y - 90 })
              if (innerWidth < 900) {
                store.getState().put({ palette: false })
              }
            }}
            onClose={() => store.getState().put({ palette: false })}
          />
        )}
        <main className="workspace-main">
          <FlowCanvas view={view} onSave={() => void save()} />
        </main>
        <RightDock
          onChat={() => void openChat()}
          chat={
            <Chat
              renderChat={renderChat}
              askFirst={askFirst}
              reason={chatReason}
              onShowNode={view.showNode}
              saveButton={
                <Button size="sm" variant="outlined" color="neutral" onClick={() => void save()}>
                  {common.save}
                </Button>
              }
            />
          }
        />
      </div>
      <QuickAdd />
      <Refusal />
      <NodeMenu view={view} />
      <TargetList />
      <Dialogs
        guard={guard}
        save={save}
        loaded={loaded}
        onLoaded={() => setLoaded(undefined)}
        view={view}
        onConflict={(answer) => {
          store.getState().put({ dialog: undefined })
          conflict.current?.(answer)
        }}
        onOpenFlow={(id) => navigate(`/canvas/${id}`)}
      />
    </div>
  )
}

/** A field behind "More settings", or on a card too small to be read, is shown in the inspector. */
function openWhereFieldIs(store: ReturnType<typeof useCanvasStore>, nodeId: string, field: string) {
  const { graph, templates } = store.getState()
  const template = templates.get(graph.nodes.get(nodeId)?.data.name ?? '')
  const hidden = template?.inputs.find(({ name }) => name === field)?.additionalParams
  if (hidden || innerWidth < 900) {
    store.getState().put({ dock: 'inspector' })
  }
}

function useChatReason(): string | undefined {
  const { canvas } = useTexts()
  const saved = useCanvas((state) => state.saved !== undefined)
  const blocking = useCanvas(({ problems }) => problems.filter((problem) => problem.blocking).length)
  const empty = useCanvas(({ graph }) => graph.nodes.size === 0)
  if (empty) {
    return canvas.addNodesFirst
  }
  if (blocking > 0) {
    return canvas.fixFirst(blocking)
  }
  return saved ? undefined : canvas.saveFirst
}

/** The tab says which flow is open, and with a dot that it has changed. */
function useTitle() {
  const { common } = useTexts()
  const name = useCanvas(({ graph }) => graph.name)
  const dirty = useCanvas(isDirty)
  useEffect(() => {
    document.title = `${dirty ? '• ' : ''}${name} · ${common.product}`
  }, [name, dirty, common.product])
}

type ChatProps = {
  renderChat: Props['renderChat']
  askFirst: string | undefined
  reason: string | undefined
  onShowNode: (id: string) => void
  saveButton: ReactNode
}

/** The chat, once it has been opened; from then on it stays, so that a run goes on while it is not shown. */
function Chat({ renderChat, askFirst, reason, onShowNode, saveButton }: ChatProps) {
  const { canvas } = useTexts()
  const store = useCanvasStore()
  const id = useCanvas(({ saved }) => saved?.id)
  const open = useCanvas(({ dock }) => dock === 'chat')
  const dirty = useCanvas(isDirty)
  const [begun, setBegun] = useState(open)
  if (open && !begun) {
    setBegun(true)
  }
  if (!(begun && id)) {
    return null
  }
  return (
    <>
      {dirty && (
        <div className="chat-stale" role="status">
          <span>{canvas.chatIsStale}</span>
          {saveButton}
        </div>
      )}
      {renderChat({
        flowId: id,
        onRunStart: store.getState().startRun,
        onRunEvent: store.getState().takeRunEvent,
        onShowNode,
        ...(reason !== undefined && { disabledReason: reason }),
        ...(askFirst !== undefined && { askFirst }),
      })}
    </>
  )
}
