import { Button } from '@mui/joy'
import { PanelLeftClose, Play, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { TabBar } from '../popups/popups.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import './docks.css'

type Props = { hidden: boolean; palette: ReactNode; outline: ReactNode }

/** The left dock: the palette, or the outline of the flow. */
export function LeftDock({ hidden, palette, outline }: Props) {
  const { canvas, outline: texts } = useTexts()
  const store = useCanvasStore()
  const tab = useCanvas((state) => state.leftTab)
  return (
    <div
      className="left-dock stack rigid shrinks-y surface line-right width-300"
      hidden={hidden}
      data-tab={tab}
    >
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

type PhoneTabsProps = { onChat: () => void }

/** Tabs of a phone: outline, canvas or chat. */
export function PhoneTabs({ onChat }: PhoneTabsProps) {
  const { outline: texts } = useTexts()
  const store = useCanvasStore()
  const tab = useCanvas((state) => state.phoneTab)
  return (
    <div className="phone-tabs">
      <TabBar
        label={texts.views}
        chosen={tab}
        onChoose={(name: 'outline' | 'canvas' | 'run') => {
          if (name === 'run') {
            onChat()
          } else {
            store.getState().put({ phoneTab: name })
          }
        }}
        tabs={[
          { name: 'outline', label: texts.title },
          { name: 'canvas', label: texts.canvas },
          { name: 'run', label: texts.run },
        ]}
      />
    </div>
  )
}

type FootProps = { onAdd: (from: Element) => void; onChat: () => void; reason: string | undefined }

/** The buttons at the foot of a phone's screen. */
export function PhoneFoot({ onAdd, onChat, reason }: FootProps) {
  const { outline: texts, canvas } = useTexts()
  return (
    <div className="phone-foot">
      <Button
        variant="outlined"
        color="neutral"
        startDecorator={<Plus size={16} />}
        onClick={({ currentTarget }) => onAdd(currentTarget)}
      >
        {texts.add}
      </Button>
      <Button
        startDecorator={<Play size={15} fill="currentColor" />}
        aria-disabled={reason !== undefined}
        aria-label={reason ? `${canvas.chat}: ${reason}` : canvas.chat}
        onClick={() => reason === undefined && onChat()}
      >
        {canvas.chat}
      </Button>
    </div>
  )
}
