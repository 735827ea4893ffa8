import { ChevronDown, ChevronUp } from 'lucide-react'
import { useCallback, useEffect } from 'react'
import { onDemand } from '#client/components/on-demand.tsx'
import { useStorage } from '#client/components/use-storage.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { TabBar } from '../inspector/tab-bar.tsx'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { DockHandle } from './dock-handle.tsx'
import { LitNode } from './lit-node.tsx'
import { RunLink } from './run-link.tsx'
import { RunPicker } from './run-picker.tsx'
import { RunTitle } from './run-title.tsx'
import { useLinkedRun } from './use-linked-run.ts'
import './run.css'

const RunBody = onDemand(async () => (await import('./run-body.tsx')).RunBody)

const views = ['timeline', 'table', 'logs'] as const
type View = (typeof views)[number]

const lowest = 140
const highest = 640
type DockChoice = { isOpen: boolean; height: number; view: View }
const usual: DockChoice = { isOpen: true, height: 240, view: 'timeline' }

function isDockChoice(value: unknown): value is DockChoice {
  const { isOpen, height, view } = (value ?? {}) as Partial<Record<keyof DockChoice, unknown>>
  const isHeight = typeof height === 'number' && height >= lowest && height <= highest
  return typeof isOpen === 'boolean' && isHeight && views.some((name) => name === view)
}

/** Until the canvas knows how much room is left to it. */
const GLIDE_MS = 120

type Props = {
  /** The canvas has less room than before. */
  onRoom: () => void
}

/** Below the canvas: the run that goes on or any past one, as bars, as a table, as a log; and any moment of it. */
export function RunDock({ onRoom }: Props) {
  const { canvasRun } = useTexts()
  const store = useCanvasStore()
  const run = useCanvas(({ shownRun }) => shownRun)
  // Beside the chat one looks for what was asked before.
  const isWanted = useCanvas((state) => state.dock === 'chat' && state.saved !== undefined)
  const [dock, setDock] = useStorage('flowtill-run-dock', usual, isDockChoice)
  useLinkedRun(useCallback(() => setDock({ ...dock, isOpen: true }), [dock, setDock]))
  const isOpen = run !== undefined && dock.isOpen
  useEffect(() => {
    const timer = isOpen ? setTimeout(onRoom, GLIDE_MS) : undefined
    return () => clearTimeout(timer)
  }, [isOpen, onRoom])
  if (!run && !isWanted) {
    return null
  }
  const { height, view } = dock
  return (
    <section
      className="run-dock"
      aria-label={canvasRun.trace}
      data-testid="run-dock"
      data-open={isOpen || undefined}
      style={isOpen ? { height } : undefined}
    >
      {isOpen && (
        <DockHandle
          height={height}
          lowest={lowest}
          highest={highest}
          onHeight={(next) => setDock({ ...dock, height: next })}
        />
      )}
      <TabBar
        label={canvasRun.views}
        chosen={view}
        onChoose={(next) => setDock({ ...dock, view: next, isOpen: true })}
        tabs={views.map((name) => ({ name, label: canvasRun[name] }))}
      >
        <span className="run-dock-tools">
          {run && <RunTitle run={run} />}
          {run && <RunLink runId={run.id} />}
          <RunPicker />
          <button
            type="button"
            className="icon-button header-icon"
            disabled={!run}
            aria-expanded={isOpen}
            aria-label={isOpen ? canvasRun.closeTrace : canvasRun.openTrace}
            onClick={() => {
              setDock({ ...dock, isOpen: !isOpen })
              store.getState().light(undefined)
            }}
          >
            {isOpen ? <ChevronDown size={18} /> : <ChevronUp size={18} />}
          </button>
        </span>
      </TabBar>
      {isOpen && (
        <div className="run-dock-page" role="tabpanel">
          <RunBody run={run} view={view} />
        </div>
      )}
      <LitNode />
    </section>
  )
}
