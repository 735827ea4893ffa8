import { PanelLeftClose } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { TabBar } from '../inspector/tab-bar.tsx'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import './docks.css'

type Props = { hidden: boolean; palette: ReactNode; outline: ReactNode }

/** Beside the canvas, at its left: the nodes there are to add, or those of this flow. */
export function LeftDock({ hidden, palette, outline }: Props) {
  const { canvas, outline: texts } = useTexts()
  const store = useCanvasStore()
  const tab = useCanvas((state) => state.leftTab)
  return (
    <div className="left-dock" hidden={hidden} data-tab={tab}>
      <TabBar
        label={texts.leftDock}
        chosen={tab}
        onChoose={(leftTab) => store.getState().put({ leftTab })}
        tabs={[
          { name: 'palette', label: texts.addNodes },
          { name: 'outline', label: texts.title },
        ]}
      >
        <button
          type="button"
          className="icon-button"
          aria-label={canvas.closePalette}
          onClick={() => store.getState().put({ palette: false })}
        >
          <PanelLeftClose size={18} />
        </button>
      </TabBar>
      {tab === 'palette' ? palette : outline}
    </div>
  )
}
