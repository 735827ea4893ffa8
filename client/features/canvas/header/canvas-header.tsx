import { Button } from '@mui/joy'
import { ChevronLeft, PanelLeftOpen, Play, Plus } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import { PresenceDot } from '../presence/presence-dot.tsx'
import { CostChip } from '../run/cost-chip.tsx'
import { RunChip } from '../run/run-chip.tsx'
import { typeOf } from '../store/document.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { FlowName } from './flow-name.tsx'
import { ProblemList } from './problem-list.tsx'
import { PublishButton } from './publish-button.tsx'
import { SavePill } from './save-pill.tsx'
import { ShareButton } from './share-button.tsx'
import { VersionButton } from './version-button.tsx'

type Props = {
  renaming: boolean
  onRenaming: (renaming: boolean) => void
  onBack: () => void
  onSaveVersion: () => void
  onDiscard: () => void
  onPublish: () => unknown
  onChat: () => void
  /** Why nothing can be asked now. */
  chatReason: string | undefined
  menu: React.ReactNode
}

export function CanvasHeader({
  renaming,
  onRenaming,
  onBack,
  onSaveVersion,
  onDiscard,
  onPublish,
  onChat,
  chatReason,
  menu,
}: Props) {
  const { canvas, canvasSpoken } = useTexts()
  const store = useCanvasStore()
  const type = useCanvas(typeOf)
  const palette = useCanvas((state) => state.palette && !state.isFolded)
  return (
    <>
      <button
        type="button"
        className="canvas-skip"
        onClick={() => document.getElementById('canvas-room')?.focus({ preventScroll: true })}
      >
        {canvasSpoken.skip}
      </button>
      <header className="canvas-header">
        <button type="button" className="icon-button header-icon" title={canvas.back} onClick={onBack}>
          <ChevronLeft size={18} />
        </button>
        <div className="header-names">
          <FlowName editing={renaming} onEditing={onRenaming} />
          <span className="tag flow-type">{canvas.types[type]}</span>
          <SavePill />
          <VersionButton onSaveVersion={onSaveVersion} onDiscard={onDiscard} />
        </div>
        <PresenceDot />
        <span className="header-gap" />
        <RunChip />
        <CostChip />
        {!palette && (
          <button
            type="button"
            className="icon-button header-icon"
            aria-label={canvas.openPalette}
            title={canvas.openPalette}
            onClick={() => store.getState().put({ palette: true, isFolded: false })}
          >
            <PanelLeftOpen size={18} className="wide-only" />
            <Plus size={18} className="narrow-only" />
          </button>
        )}
        <ProblemList />
        <ChatButton onChat={onChat} reason={chatReason} />
        <PublishButton onPublish={onPublish} />
        <ShareButton onPublish={onPublish} />
        {menu}
      </header>
    </>
  )
}

function ChatButton({ onChat, reason }: { onChat: () => void; reason: string | undefined }) {
  const { canvas } = useTexts()
  const open = useCanvas(({ dock }) => dock === 'chat')
  const blocked = reason !== undefined
  return (
    <Button
      variant={open ? 'soft' : 'outlined'}
      color={open ? 'primary' : 'neutral'}
      aria-pressed={open}
      aria-disabled={blocked}
      title={reason}
      aria-label={blocked ? `${canvas.chat}: ${reason}` : canvas.chat}
      data-testid="chat-button"
      className="header-button"
      data-off={blocked || undefined}
      onClick={() => !blocked && onChat()}
      startDecorator={<Play size={15} fill="currentColor" />}
    >
      <span className="wide-only">{canvas.chat}</span>
    </Button>
  )
}
