import { PanelRightClose } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { whenOpened } from '#client/components/on-demand.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { TabBar } from '../popups/popups.ts'
import { typeOf } from '../store/document.ts'
import { leaveDock } from '../store/elements.ts'
import type { Dock } from '../store/surface.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { Inspector } from './node-inspector.tsx'

// Rarely opened, so it is loaded on demand.
const GeneratePanel = whenOpened(async () => (await import('../writing/generate-panel.tsx')).GeneratePanel)

type Props = { chat: ReactNode; checklist: ReactNode; versions: ReactNode; onChat: () => void }

/** The dock beside the canvas: inspector, versions or chat. The chat stays mounted while hidden. */
export function RightDock({ chat, checklist, versions, onChat }: Props) {
  const { agent, canvas, checklist: words, versions: texts } = useTexts()
  const store = useCanvasStore()
  const dock = useCanvas((state) => state.dock)
  const isAgent = useCanvas((state) => typeOf(state) === 'AGENTFLOW')
  const cameFrom = useRef<Element>(null)

  // A generated plan was paid for, so it stays mounted behind other tabs.
  const [isGenerated, setGenerated] = useState(false)
  if (dock === 'generate' && !isGenerated) {
    setGenerated(true)
  }

  useEffect(() => {
    if (isAgent && new URLSearchParams(location.search).get('dock') === 'generate') {
      store.getState().put({ dock: 'generate' })
    }
  }, [isAgent, store])

  function close() {
    store.getState().put({ dock: undefined })
    leaveDock(cameFrom.current)
  }

  /**
   * Esc returns to the canvas, and closes the panel where it covers the canvas. Overlays above the panel handle
   * their own Esc.
   */
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const isOwn = event.target instanceof Element && event.currentTarget.contains(event.target)
    if (event.key !== 'Escape' || event.defaultPrevented || !isOwn) {
      return
    }
    // The canvas would clear the selection.
    event.stopPropagation()
    if (innerWidth < 900) {
      close()
    } else {
      leaveDock(cameFrom.current)
    }
  }

  function choose(name: Dock) {
    if (name === 'chat') {
      onChat()
    } else {
      store.getState().put({ dock: name })
    }
  }

  return (
    <aside
      className="dock-right stack rigid shrinks-y surface line-left"
      hidden={dock === undefined}
      aria-label={canvas.sidePanel}
      onKeyDown={onKeyDown}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) {
          cameFrom.current = relatedTarget
        }
      }}
    >
      <TabBar
        label={canvas.sidePanel}
        chosen={dock ?? 'inspector'}
        onChoose={choose}
        tabs={[
          { name: 'inspector', label: canvas.inspector },
          { name: 'chat', label: canvas.chat },
          { name: 'checklist', label: words.title },
          { name: 'versions', label: texts.title },
          ...(isAgent ? [{ name: 'generate' as const, label: agent.generate }] : []),
        ]}
      >
        <button type="button" className="icon-button" aria-label={canvas.closePanel} onClick={close}>
          <PanelRightClose size={18} />
        </button>
      </TabBar>
      <div className="dock-page stack grows shrinks-y clips" hidden={dock !== 'inspector'}>
        {dock === 'inspector' && <Inspector />}
      </div>
      <div className="dock-page stack grows shrinks-y clips" hidden={dock !== 'chat'}>
        {chat}
      </div>
      <div className="dock-page stack grows shrinks-y clips" hidden={dock !== 'checklist'}>
        {dock === 'checklist' && checklist}
      </div>
      <div className="dock-page stack grows shrinks-y clips" hidden={dock !== 'versions'}>
        {dock === 'versions' && versions}
      </div>
      <div className="dock-page stack grows shrinks-y clips" hidden={dock !== 'generate'}>
        {isGenerated && <GeneratePanel />}
      </div>
    </aside>
  )
}
