import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import type { ChatDockProps } from '#client/components/chat-dock.ts'
import { FlowCanvas } from './board/flow-canvas.tsx'
import { NodeMenu } from './board/node-menu.tsx'
import { TargetList } from './board/target-list.tsx'
import { useRoomBesideDock } from './board/use-room-beside-dock.ts'
import { useView } from './board/use-view.ts'
import { Dialogs } from './dialogs/dialogs.tsx'
import { DraftOffer } from './draft/draft-offer.tsx'
import { useDraft } from './draft/use-draft.ts'
import type { Problem } from './graph/check.ts'
import { CanvasHeader } from './header/canvas-header.tsx'
import { FlowMenu } from './header/flow-menu.tsx'
import { openWhereFieldIs } from './header/show-field.ts'
import { useDeletedToast } from './header/use-deleted-toast.ts'
import { useFlowActions } from './header/use-flow-actions.ts'
import { useFlowTitle } from './header/use-flow-title.ts'
import { useLeaveGuard } from './header/use-leave-guard.ts'
import { type ConflictAnswer, useSaving } from './header/use-saving.ts'
import { ChatSide, useChatReason } from './inspector/chat-side.tsx'
import { RightDock } from './inspector/right-dock.tsx'
import { insertNode } from './palette/add.ts'
import { NodePalette } from './palette/node-palette.tsx'
import { QuickAdd } from './palette/quick-add.tsx'
import { useCanvas, useCanvasStore } from './store/use-canvas.ts'
import { Refusal } from './wires/refusal.tsx'
import './canvas.css'
import './header/header.css'
import './board/board.css'
import './dialogs/dialogs.css'
import './card/notes.css'
import './card/card.css'
import './card/rows.css'
import './card/port.css'
import './card/detail.css'
import './fields/field.css'
import './fields/block.css'
import './fields/panel-field.css'
import './wires/wire.css'
import './palette/palette.css'
import './inspector/inspector.css'
import './inspector/about.css'

type Props = {
  renderChat: (props: ChatDockProps) => ReactNode
  askFirst?: string
  onCreated: (id: string) => void
}

/** Header, palette, canvas and docks of one open flow. */
export function Workspace({ renderChat, askFirst, onCreated }: Props) {
  const store = useCanvasStore()
  const view = useView()
  const guard = useLeaveGuard()
  const flow = useFlowActions(guard.go)
  const renaming = useCanvas((state) => state.renamingFlow)
  const setRenaming = (renamingFlow: boolean) => store.getState().put({ renamingFlow })
  const conflict = useRef<(answer: ConflictAnswer) => void>(undefined)
  const palette = useCanvas((state) => state.palette)
  const chatReason = useChatReason()
  useFlowTitle()
  useDeletedToast()

  const askConflict = useCallback(() => {
    store.getState().put({ dialog: 'conflict' })
    return new Promise<ConflictAnswer>((resolve) => {
      conflict.current = resolve
    })
  }, [store])
  const draft = useDraft(view.viewport)
  const save = useSaving({ viewport: view.viewport, onCreated, askConflict })

  const openChat = useCallback(async () => {
    if (await save()) {
      store.getState().put({ dock: 'chat' })
    }
  }, [save, store])

  useRoomBesideDock(view)

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

  const menu = (
    <FlowMenu
      onRename={() => setRenaming(true)}
      onSave={() => void save()}
      onLoad={flow.load}
      onExport={flow.exportJson}
      onDelete={() => void flow.remove()}
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
          onChat={() => (chatReason === undefined ? void openChat() : store.getState().put({ dock: 'chat' }))}
          chat={
            <ChatSide
              renderChat={renderChat}
              askFirst={askFirst}
              reason={chatReason}
              onShowNode={view.showNode}
              onSave={() => void save()}
            />
          }
        />
      </div>
      <QuickAdd />
      <Refusal />
      <NodeMenu view={view} />
      <TargetList />
      {draft.offered && (
        <DraftOffer draft={draft.offered} onRestore={draft.restore} onDiscard={draft.discard} />
      )}
      <Dialogs
        guard={guard}
        save={save}
        loaded={flow.loaded}
        onLoaded={flow.forgetLoaded}
        view={view}
        onLeaveUnsaved={draft.discard}
        onConflict={(answer) => {
          store.getState().put({ dialog: undefined })
          conflict.current?.(answer)
        }}
        onOpenFlow={(id) => guard.leave(`/canvas/${id}`)}
      />
    </div>
  )
}
