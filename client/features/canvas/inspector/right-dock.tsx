import { PanelRightClose } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import type { Dock } from '../store/surface.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { Inspector } from './inspector.tsx'
import { TabBar } from './tab-bar.tsx'

type Props = { chat: ReactNode; checklist: ReactNode; versions: ReactNode; onChat: () => void }

/** Beside the canvas: the inspector of what is selected, the versions, or the chat, which goes on while it is not shown. */
export function RightDock({ chat, checklist, versions, onChat }: Props) {
  const { canvas, checklist: words, versions: texts } = useTexts()
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
          { name: 'checklist', label: words.title },
          { name: 'versions', label: texts.title },
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
      <div className="dock-page" hidden={dock !== 'checklist'}>
        {dock === 'checklist' && checklist}
      </div>
      <div className="dock-page" hidden={dock !== 'versions'}>
        {dock === 'versions' && versions}
      </div>
    </aside>
  )
}
