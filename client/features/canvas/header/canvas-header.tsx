import { Button } from '@mui/joy'
import {
  Check,
  ChevronLeft,
  CircleAlert,
  PanelLeftOpen,
  Play,
  Plus,
  Rocket,
  TriangleAlert,
} from 'lucide-react'
import { whenOpened } from '#client/components/on-demand.tsx'
import { useShare } from '#client/components/share-opener.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { triggerOf } from '../agent/start-form.ts'
import type { View } from '../board/board.ts'
import { useChecklistIssues } from '../checklist/use-checklist-issues.ts'
import { useSyncState, useUnpublished } from '../draft/draft.ts'
import { CostChip, RunChip } from '../run/run.ts'
import { typeOf } from '../store/document.ts'
import { goToDock } from '../store/elements.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { UpsertButton } from '../upsert/upsert-button.tsx'
import { FlowName } from './flow-name.tsx'
import { PresenceDot } from './presence.tsx'
import { SavePill, VersionButton } from './save-pill.tsx'

const TriggerSwitch = whenOpened(async () => (await import('./trigger-switch.tsx')).TriggerSwitch)

type Props = {
  view: View
  renaming: boolean
  onRenaming: (renaming: boolean) => void
  onBack: () => void
  onSaveVersion: () => void
  onDiscard: () => void
  onPublish: () => unknown
  onChat: () => void
  chatReason: string | undefined
  menu: React.ReactNode
}

export function CanvasHeader({
  view,
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
  const revision = useSyncState(({ head }) => head?.revision)
  const palette = useCanvas((state) => state.palette && !state.isFolded)
  return (
    <>
      <button
        type="button"
        className="canvas-skip inherits-font borderless round-sm fixed backdrop-solid"
        onClick={() => document.getElementById('canvas-room')?.focus({ preventScroll: true })}
      >
        {canvasSpoken.skip}
      </button>
      <header className="canvas-header row gap-8 rigid surface line-below">
        <button type="button" className="icon-button header-icon" title={canvas.back} onClick={onBack}>
          <ChevronLeft size={18} />
        </button>
        <div className="header-names row gap-10 shrinks">
          <FlowName editing={renaming} onEditing={onRenaming} />
          <span className="canvas-tag flow-type">{canvas.types[type]}</span>
          <SavePill />
          <VersionButton onSaveVersion={onSaveVersion} onDiscard={onDiscard} />
        </div>
        <PresenceDot />
        <span className="header-gap grows" />
        <HeaderTrigger />
        <RunChip />
        <CostChip revision={revision} />
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
        <UpsertButton view={view} />
        <ChatButton onChat={onChat} reason={chatReason} />
        <PublishButton onPublish={onPublish} />
        <ShareButton onPublish={onPublish} />
        {menu}
      </header>
    </>
  )
}

function HeaderTrigger() {
  const flowId = useCanvas(({ saved }) => saved?.id)
  const kind = useCanvas(({ graph }) => triggerOf(graph))
  return flowId !== undefined && kind ? <TriggerSwitch flowId={flowId} kind={kind} /> : null
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

function ProblemList() {
  const { canvas, checklist } = useTexts()
  const store = useCanvasStore()
  const issues = useChecklistIssues()
  const empty = useCanvas(({ graph }) => graph.nodes.size === 0)
  const open = useCanvas(({ dock }) => dock === 'checklist')
  if (empty) {
    return null
  }
  const problems = issues.filter(({ severity }) => severity !== 'tip')
  const blocking = problems.some((problem) => problem.blocking)
  const count = problems.length
  const tone = count === 0 ? 'ready' : blocking ? 'blocking' : 'warning'
  const Sign = count === 0 ? Check : blocking ? CircleAlert : TriangleAlert
  return (
    <button
      type="button"
      className="problem-counter"
      data-testid="checklist-count"
      data-tone={tone}
      aria-label={count === 0 ? `${checklist.title}: ${canvas.ready}` : checklist.counted(count)}
      aria-expanded={open}
      title={checklist.title}
      onClick={() => (open ? store.getState().put({ dock: undefined }) : goToDock(store, 'checklist'))}
    >
      <Sign size={16} aria-hidden="true" />
      {count === 0 ? <span>{canvas.ready}</span> : count}
    </button>
  )
}

/** Publishes the draft to the API and public chat. */
function PublishButton({ onPublish }: { onPublish: () => unknown }) {
  const { versions } = useTexts()
  const unpublished = useUnpublished()
  const empty = useCanvas(({ graph }) => graph.nodes.size === 0)
  const busy = useSyncState(({ status }) => status === 'conflict')
  const off = !unpublished || empty || busy
  const reason = empty ? versions.nothingToPublish : versions.allPublished
  return (
    <Button
      variant={off ? 'soft' : 'solid'}
      color={off ? 'neutral' : 'primary'}
      data-testid="publish-button"
      className="header-button"
      aria-disabled={off}
      data-off={off || undefined}
      title={off ? reason : versions.publishHint}
      onClick={() => !off && onPublish()}
      aria-label={versions.publish}
    >
      <Rocket size={16} className="narrow-only" aria-hidden="true" />
      <span className="wide-only">{versions.publish}</span>
    </Button>
  )
}

function ShareButton({ onPublish }: { onPublish: () => unknown }) {
  const { canvas, common } = useTexts()
  const share = useShare()
  const id = useCanvas(({ saved }) => saved?.id)
  if (!share) {
    return null
  }
  return (
    <Button
      variant="plain"
      color="neutral"
      className="header-button wide-only"
      aria-disabled={id === undefined}
      data-off={id === undefined || undefined}
      title={id === undefined ? canvas.saveFirst : undefined}
      onClick={() => id !== undefined && share({ id, publish: onPublish })}
    >
      {common.share}
    </Button>
  )
}
