import {
  Grid3x3,
  Hand,
  Lock,
  type LucideIcon,
  Magnet,
  Maximize,
  Minus,
  MousePointer2,
  Network,
  Plus,
  Redo2,
  SquareDashed,
  StickyNote,
  Undo2,
} from 'lucide-react'
import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { numberFormat } from '#client/components/intl.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { createArranging, useTidy } from '../arrange/arrange-actions.ts'
import { useZoom } from '../painting/painting.tsx'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { createActions } from './actions.ts'
import { useKeyMap } from './preferences.ts'
import { useStepText } from './spoken.tsx'
import type { View } from './use-view.ts'
import './tool-strip.css'

type Tool = {
  name: string
  keys?: string
  icon: LucideIcon
  run: () => void
  pressed?: boolean
  disabled?: boolean
}

export function ToolStrip({ view }: { view: View }) {
  const { canvas, board } = useTexts()
  const store = useCanvasStore()
  const tidy = useTidy()
  const { shown } = useKeyMap()
  const arranging = useMemo(() => createArranging(store), [store])
  const selected = useCanvas(({ selectedNodes }) => selectedNodes.length > 0)
  const tool = useCanvas((state) => state.tool)
  const last = useCanvas(({ history }) => history.past.at(-1)?.step)
  const next = useCanvas(({ history }) => history.future[0]?.step)
  const describeStep = useStepText()
  const actions = useMemo(() => createActions(store, view), [store, view])
  const { grid, snapping, locked } = useCanvas(
    useShallow((state) => ({ grid: state.grid, snapping: state.snapping, locked: state.locked })),
  )
  const { put } = store.getState()

  const groups: Tool[][] = [
    [
      {
        name: canvas.selectTool,
        icon: MousePointer2,
        pressed: tool === 'select',
        run: () => put({ tool: 'select' }),
      },
      { name: canvas.panTool, icon: Hand, pressed: tool === 'pan', run: () => put({ tool: 'pan' }) },
    ],
    [
      {
        name: last ? canvas.undoStep(describeStep(last)) : canvas.undo,
        keys: 'Ctrl Z',
        icon: Undo2,
        disabled: !last,
        run: () => store.getState().undo(),
      },
      {
        name: next ? canvas.redoStep(describeStep(next)) : canvas.redo,
        keys: 'Ctrl ⇧ Z',
        icon: Redo2,
        disabled: !next,
        run: () => store.getState().redo(),
      },
    ],
    [
      { name: canvas.addNode, ...shown('add'), icon: Plus, run: actions.quickAdd },
      { name: canvas.addNote, ...shown('note'), icon: StickyNote, run: actions.addNote },
      {
        name: board.group,
        keys: 'Ctrl G',
        icon: SquareDashed,
        disabled: !selected,
        run: () => arranging.group(board.newGroup),
      },
      { name: board.tidy, keys: '⇧ Alt T', icon: Network, run: tidy },
    ],
    [
      { name: board.snap, icon: Magnet, pressed: snapping, run: () => put({ snapping: !snapping }) },
      { name: board.grid, icon: Grid3x3, pressed: grid, run: () => put({ grid: !grid }) },
      {
        name: board.lockCanvas,
        icon: Lock,
        pressed: locked,
        run: () => put({ locked: !locked }),
      },
    ],
  ]
  return (
    <div
      className="tool-strip row absolute outlined backdrop-popup pad-0-4 raised left-half"
      role="toolbar"
      aria-label={canvas.tools}
    >
      {groups.map((tools) => (
        <span
          className="row gap-2 pad-0-4"
          key={tools[0]?.keys ?? tools[0]?.name}
          data-wide={tools.some(({ icon }) => icon === Magnet) || undefined}
        >
          {tools.map((each) => (
            <ToolButton key={each.icon.displayName ?? each.name} {...each} />
          ))}
        </span>
      ))}
      <span className="row gap-2 pad-0-4">
        <ToolButton name={canvas.zoomOut} {...shown('zoomOut')} icon={Minus} run={view.zoomOut} />
        <Zoom onReset={view.zoomFull} {...shown('zoomFull')} />
        <ToolButton name={canvas.zoomIn} {...shown('zoomIn')} icon={Plus} run={view.zoomIn} />
        <ToolButton name={canvas.fit} {...shown('fit')} icon={Maximize} run={view.fit} />
      </span>
    </div>
  )
}

function ToolButton({ name, keys, icon: Icon, run, pressed, disabled }: Tool) {
  return (
    <button
      type="button"
      className="tool-button plain-button centered border-box text-secondary round-6 filled-on-hover"
      {...named(name, keys)}
      aria-pressed={pressed}
      disabled={Boolean(disabled)}
      onClick={run}
    >
      <Icon size={18} strokeWidth={1.75} />
    </button>
  )
}

/** The shortcut is a description, so that screen readers read it once. */
function named(name: string, keys: string | undefined) {
  return keys ? { 'aria-label': name, title: `${name} (${keys})`, 'aria-description': keys } : { title: name }
}

function Zoom({ onReset, keys }: { onReset: () => void; keys?: string }) {
  const { canvas } = useTexts()
  const [language] = useLanguage()
  const percent = useZoom((zoom) => Math.round(zoom * 100))
  const text = numberFormat(language, { style: 'percent' }).format(percent / 100)
  return (
    <button
      type="button"
      className="tool-zoom plain-button round-6 filled-on-hover height-32 text-center"
      {...named(canvas.zoomFull(text), keys)}
      onClick={onReset}
    >
      {text}
    </button>
  )
}
