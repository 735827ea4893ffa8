import { type ReactNode, Suspense, useCallback } from 'react'
import { useUser } from '#client/api/use-session.ts'
import type { ChatDockProps } from '#client/components/chat-dock.ts'
import { lazily, onDemand, useFetchAhead, useOnceUsed } from '#client/components/on-demand.tsx'
import { phoneScreen, useMediaQuery } from '#client/components/use-media-query.ts'
import {
  FlowCanvas,
  isBlank,
  NodeMenu,
  Rejection,
  ReplaceList,
  SavePart,
  TargetList,
  useCamera,
  useSpaceBesideDock,
  useView,
  type View,
} from './board/board.ts'
import { useShowProblem } from './checklist/use-checklist-issues.ts'
import { useCanvasCommands } from './command-list/use-canvas-commands.ts'
import { Dialogs } from './dialogs/dialogs.tsx'
import {
  type Opened,
  SyncProvider,
  useLeaveGuard,
  useOpenSync,
  useSync,
  useVersionActions,
} from './draft/draft.ts'
import { CanvasHeader, FlowMenu, useDeletedToast, useFlowActions, useFlowTitle } from './header/header.ts'
import { ChatSide, RightDock, useChatDock, useChatReason } from './inspector/inspector.ts'
import {
  LeftDock,
  openQuickAdd,
  PhoneFoot,
  PhoneTabs,
  useFoldedPalette,
  useRegions,
  useShowNode,
} from './outline/outline.ts'
import { NodePalette, QuickAdd } from './palette/palette.ts'
import { RunDock } from './run/run.ts'
import { typeOf } from './store/document.ts'
import { dropNode, insertNode } from './store/insert.ts'
import { useCanvas, useCanvasStore } from './store/use-canvas.ts'
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
import './fields/panel-field.css'
import './wires/wire.css'
import './dock-row.css'
import './palette/palette.css'
import './inspector/inspector.css'
import './inspector/about.css'

// Panels hidden when a flow opens are loaded on demand.
const ChecklistPanel = onDemand(async () => (await import('./checklist/checklist-panel.tsx')).ChecklistPanel)
const OutlinePanel = onDemand(async () => (await import('./outline/outline-panel.tsx')).OutlinePanel)
const ComparisonLayer = onDemand(
  async () => (await import('./versions/comparison-layer.tsx')).ComparisonLayer,
)
const VersionsPanel = onDemand(async () => (await import('./versions/versions-panel.tsx')).VersionsPanel)
const StartHere = lazily(async () => (await import('./start/start-here.tsx')).StartHere)
const DraftOffer = onDemand(async () => (await import('./draft/draft-offer.tsx')).DraftOffer)

const AT_ONCE = 0

type Props = {
  opened: Opened
  renderChat: (props: ChatDockProps) => ReactNode
  firstQuestion?: string
  onCreated: (id: string) => void
}

export function Workspace({ opened, onCreated, ...props }: Props) {
  const view = useView()
  const sync = useOpenSync({ opened, viewport: view.viewport, onCreated })
  return (
    <SyncProvider value={sync}>
      <Rooms {...props} opened={opened} view={view} />
    </SyncProvider>
  )
}

function Rooms({ opened, renderChat, firstQuestion, view }: Omit<Props, 'onCreated'> & { view: View }) {
  const store = useCanvasStore()
  const sync = useSync()
  const me = useUser()?.id
  const guard = useLeaveGuard(sync)
  const actions = useVersionActions()
  const flow = useFlowActions(guard.go)
  const renaming = useCanvas((state) => state.renamingFlow)
  const setRenaming = (renamingFlow: boolean) => store.getState().put({ renamingFlow })
  const palette = useCanvas((state) => state.palette)
  const isPaletteShown = useFoldedPalette(view)
  const dock = useCanvas((state) => state.dock)
  const chatReason = useChatReason()
  const phoneTab = useCanvas((state) => state.phoneTab)
  const isPhone = useMediaQuery(phoneScreen)
  const blank = useCanvas(isBlank)
  const isComparing = useCanvas(({ dock }) => dock === 'versions')
  const isAgent = useCanvas((state) => typeOf(state) === 'AGENTFLOW' || typeOf(state) === 'MULTIAGENT')
  useRegions()
  useFetchAhead()
  // Loads all kinds on the first key press, so that inserting a kind by name needs no network.
  const loadTemplates = useCallback(() => {
    const { summaries, ensureTemplates } = store.getState()
    // A kind that failed to load is loaded again when it is inserted.
    void ensureTemplates(summaries.keys()).catch(() => undefined)
  }, [store])
  useOnceUsed(AT_ONCE, loadTemplates)

  const saveVersion = useCallback(() => void actions.saveVersion(), [actions])
  const { openChat, toggleChat, chatRequested } = useChatDock(firstQuestion)
  useSpaceBesideDock(view)
  useCamera(view)
  const showProblem = useShowProblem(view)
  const addFrom = useCallback((from: Element) => openQuickAdd(store, view, from), [store, view])
  const showNode = useShowNode(view)
  useCanvasCommands(view, {
    publish: () => void actions.publish(),
    saveVersion,
    openChat: () => store.getState().dock !== 'chat' && toggleChat(),
    chatReason,
    exportJson: flow.exportJson,
  })

  const menu = (
    <FlowMenu
      onRename={() => setRenaming(true)}
      onSave={saveVersion}
      onLoad={flow.load}
      onExport={flow.exportJson}
      onDelete={() => void flow.remove()}
      onPublish={actions.publish}
    />
  )
  return (
    <div
      className="workspace stack full-height clips"
      data-palette={isPaletteShown || undefined}
      data-dock={dock}
    >
      <CanvasHeader
        view={view}
        renaming={renaming}
        onRenaming={setRenaming}
        onBack={() => void guard.leave(isAgent ? '/app/agentflows' : '/app/chatflows')}
        onSaveVersion={saveVersion}
        onDiscard={() => void actions.discard()}
        onPublish={actions.publish}
        onChat={toggleChat}
        chatReason={chatReason}
        menu={menu}
      />
      {isPhone && <PhoneTabs onChat={toggleChat} />}
      <div className="workspace-rooms flex grows shrinks-y relative">
        {palette && (
          <LeftDock
            hidden={!isPaletteShown}
            outline={<OutlinePanel onAdd={addFrom} onShow={showNode} />}
            palette={
              <NodePalette
                onDropAt={(template, at) => {
                  const { x, y } = view.toPlace(at)
                  dropNode(store, template, { x: x - 160, y: y - 26 })
                  store.getState().put({ palette: false })
                }}
                onInsert={(template, stays) => {
                  const { x, y } = view.centre()
                  insertNode(store, template, { x: x - 160, y: y - 90 })
                  if (innerWidth < 900 && !stays) {
                    store.getState().put({ palette: false })
                  }
                }}
                onClose={() => store.getState().put({ palette: false })}
              />
            }
          />
        )}
        <div className="workspace-middle stack grows shrinks shrinks-y">
          <main className="workspace-main grows shrinks relative shrinks-y">
            <FlowCanvas view={view} onSave={saveVersion} />
            {isPhone && phoneTab === 'outline' && (
              <div className="phone-outline">
                <OutlinePanel speaks onAdd={addFrom} onShow={showNode} />
              </div>
            )}
            {blank && !isComparing && (
              <Suspense fallback={null}>
                <StartHere view={view} onChat={toggleChat} />
              </Suspense>
            )}
            {isComparing && <ComparisonLayer />}
          </main>
          <RunDock onResize={view.fitIfHidden} />
        </div>
        <RightDock
          onChat={() => (chatReason === undefined ? void openChat() : store.getState().put({ dock: 'chat' }))}
          checklist={
            <ChecklistPanel
              onShow={showProblem}
              onCompare={() => store.getState().put({ dock: 'versions' })}
            />
          }
          versions={
            <VersionsPanel
              me={me}
              onShowNode={showNode}
              onOpenFlow={(id) => void guard.leave(`/canvas/${id}`)}
            />
          }
          chat={
            <ChatSide
              renderChat={renderChat}
              firstQuestion={firstQuestion}
              requested={chatRequested}
              reason={chatReason}
              onShowNode={showNode}
            />
          }
        />
      </div>
      {isPhone && <PhoneFoot onAdd={addFrom} onChat={toggleChat} reason={chatReason} />}
      <Onlooker />
      <QuickAdd />
      <SavePart />
      <Rejection />
      <NodeMenu view={view} />
      <TargetList />
      <ReplaceList />
      {opened.offered && <DraftOffer offered={opened.offered} />}
      <Dialogs
        guard={guard}
        save={sync.send}
        view={view}
        onOpenFlow={(id) => void guard.leave(`/canvas/${id}`)}
      />
    </div>
  )
}

/** Hosts the hooks that follow every edit, so that the components around the canvas do not re-render. */
function Onlooker() {
  useFlowTitle()
  useDeletedToast()
  return null
}
