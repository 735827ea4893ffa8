import { PanelRightClose } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import type { Dock } from '../store/surface.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { Inspector } from './inspector.tsx'
import { TabBar } from './tab-bar.tsx'

/** Beside the canvas: the inspector of what is selected, or the chat, which goes on while it is not shown. */
export function RightDock({ chat, onChat }: { chat: ReactNode; onChat: () => void }) {
  const { canvas } = useTexts()
  const store = useCanvasStore()
  const dock = useCanvas((state) => state.dock)

  function choose(name: Dock) {
    if (name === 'chat') {
      onChat()
    } else {
      store.getState().put({ dock: name })
    }
  }

  return (
    <aside className="dock-right" hidden={dock === undefined} aria-label={canvas.sidePanel}>
      <TabBar
        label={canvas.sidePanel}
        chosen={dock ?? 'inspector'}
        onChoose={choose}
        tabs={[
          { name: 'inspector', label: canvas.inspector },
          { name: 'chat', label: canvas.chat },
        ]}
      >
        <button
          type="button"
          className="icon-button"
          aria-label={canvas.closePanel}
          onClick={() => store.getState().put({ dock: undefined })}
        >
          <PanelRightClose size={18} />
        </button>
      </TabBar>
      <div className="dock-page" hidden={dock !== 'inspector'}>
        {dock === 'inspector' && <Inspector />}
      </div>
      <div className="dock-page" hidden={dock !== 'chat'}>
        {chat}
      </div>
    </aside>
  )
}
