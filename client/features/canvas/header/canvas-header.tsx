import { Button, Chip, Tooltip } from '@mui/joy'
import { ChevronLeft, PanelLeftOpen, Play, Plus, Save } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import type { Problem } from '../graph/check.ts'
import { isDirty } from '../store/document.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { FlowName } from './flow-name.tsx'
import { ProblemList } from './problem-list.tsx'
import { SavePill } from './save-pill.tsx'

type Props = {
  renaming: boolean
  onRenaming: (renaming: boolean) => void
  onBack: () => void
  onSave: () => void
  onChat: () => void
  /** Why nothing can be asked now. */
  chatReason: string | undefined
  onShowProblem: (problem: Problem) => void
  menu: React.ReactNode
}

export function CanvasHeader({
  renaming,
  onRenaming,
  onBack,
  onSave,
  onChat,
  chatReason,
  onShowProblem,
  menu,
}: Props) {
  const { canvas, common } = useTexts()
  const store = useCanvasStore()
  const type = useCanvas(({ saved }) => saved?.type ?? 'CHATFLOW')
  const palette = useCanvas((state) => state.palette)
  return (
    <header className="canvas-header">
      <button
        type="button"
        className="icon-button header-icon"
        aria-label={canvas.back}
        title={canvas.back}
        onClick={onBack}
      >
        <ChevronLeft size={18} />
      </button>
      <div className="header-names">
        <FlowName editing={renaming} onEditing={onRenaming} />
        <Chip className="flow-type" size="sm" variant="outlined" color="neutral" sx={{ borderRadius: 'xs' }}>
          {canvas.types[type]}
        </Chip>
        <SavePill onRetry={onSave} />
      </div>
      <span className="header-gap" />
      {!palette && (
        <button
          type="button"
          className="icon-button header-icon"
          aria-label={canvas.openPalette}
          title={canvas.openPalette}
          onClick={() => store.getState().put({ palette: true })}
        >
          <PanelLeftOpen size={18} className="wide-only" />
          <Plus size={18} className="narrow-only" />
        </button>
      )}
      <ProblemList onShow={onShowProblem} />
      <SaveButton onSave={onSave} label={common.save} />
      <ChatButton onChat={onChat} reason={chatReason} />
      {menu}
    </header>
  )
}

function SaveButton({ onSave, label }: { onSave: () => void; label: string }) {
  const needed = useCanvas((state) => isDirty(state) || !state.saved)
  const busy = useCanvas(({ saving }) => saving === 'busy')
  return (
    <Button
      variant="outlined"
      color="neutral"
      aria-keyshortcuts="Control+S"
      disabled={!needed || busy}
      onClick={onSave}
      startDecorator={<Save size={16} />}
      className="header-button"
      aria-label={label}
    >
      <span className="wide-only">{label}</span>
    </Button>
  )
}

function ChatButton({ onChat, reason }: { onChat: () => void; reason: string | undefined }) {
  const { canvas } = useTexts()
  const open = useCanvas(({ dock }) => dock === 'chat')
  const ready = useCanvas(({ problems }) => problems.length === 0)
  const blocked = reason !== undefined
  return (
    <Tooltip title={reason ?? ''} disableHoverListener={!blocked} disableFocusListener={!blocked}>
      <Button
        variant={ready && !blocked && !open ? 'solid' : open ? 'soft' : 'outlined'}
        color={ready && !blocked ? 'primary' : 'neutral'}
        aria-pressed={open}
        aria-disabled={blocked}
        aria-label={blocked ? `${canvas.chat}: ${reason}` : canvas.chat}
        data-testid="chat-button"
        className="header-button"
        data-off={blocked || undefined}
        onClick={() => !blocked && onChat()}
        startDecorator={<Play size={15} fill="currentColor" />}
      >
        <span className="wide-only">{canvas.chat}</span>
      </Button>
    </Tooltip>
  )
}
