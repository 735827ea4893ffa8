import { trpc } from '#client/api/trpc.ts'
import { onDemand } from '#client/components/on-demand.tsx'
import { useStorage } from '#client/components/use-storage.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { TabBar } from '../popups/popups.ts'
import { elementOf } from '../store/elements.ts'
import type { ShownRun } from '../store/run.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { RunLink, RunPicker, useShowRun } from './run-picker.tsx'
import './run.css'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type PointerEvent, useCallback, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useFigures } from '../store/use-figures.ts'

const RunBody = onDemand(async () => (await import('./run-body.tsx')).RunBody)

const views = ['timeline', 'table', 'logs'] as const
type View = (typeof views)[number]

const lowest = 140
const highest = 640
type DockChoice = { isOpen: boolean; height: number; view: View }
const defaults: DockChoice = { isOpen: true, height: 240, view: 'timeline' }

function isDockChoice(value: unknown): value is DockChoice {
  const { isOpen, height, view } = (value ?? {}) as Partial<Record<keyof DockChoice, unknown>>
  const isHeight = typeof height === 'number' && height >= lowest && height <= highest
  return typeof isOpen === 'boolean' && isHeight && views.some((name) => name === view)
}

/** Delay until the canvas has its new size. */
const GLIDE_MS = 120

type Props = {
  onResize: () => void
}

export function RunDock({ onResize }: Props) {
  const { canvasRun } = useTexts()
  const store = useCanvasStore()
  const run = useCanvas(({ shownRun }) => shownRun)
  // Beside the chat, earlier runs are useful too.
  const isRequired = useCanvas((state) => state.dock === 'chat' && state.saved !== undefined)
  const [dock, setDock] = useStorage('flowtill-run-dock', defaults, isDockChoice)
  useLinkedRun(useCallback(() => setDock({ ...dock, isOpen: true }), [dock, setDock]))
  const isOpen = run !== undefined && dock.isOpen
  useEffect(() => {
    const timer = isOpen ? setTimeout(onResize, GLIDE_MS) : undefined
    return () => clearTimeout(timer)
  }, [isOpen, onResize])
  if (!run && !isRequired) {
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
        <span className="run-dock-tools row gap-8">
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
        <div className="run-dock-page flex grows shrinks-y" role="tabpanel">
          <RunBody run={run} view={view} />
        </div>
      )}
      <LitNode />
    </section>
  )
}

type DockHandleProps = { height: number; lowest: number; highest: number; onHeight: (height: number) => void }

const STEP = 24

function DockHandle({ height, lowest, highest, onHeight }: DockHandleProps) {
  const { canvasRun } = useTexts()
  const set = (next: number) => onHeight(Math.round(Math.min(highest, Math.max(lowest, next))))

  function onPointerDown({ clientY, pointerId, currentTarget }: PointerEvent<HTMLElement>) {
    currentTarget.setPointerCapture(pointerId)
    const move = (event: Event) => set(height + clientY - (event as globalThis.PointerEvent).clientY)
    const end = () => currentTarget.removeEventListener('pointermove', move)
    currentTarget.addEventListener('pointermove', move)
    currentTarget.addEventListener('pointerup', end, { once: true })
    currentTarget.addEventListener('pointercancel', end, { once: true })
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule between two rooms that can be moved is a separator with a value
    <div
      className="run-dock-handle absolute"
      role="separator"
      aria-orientation="horizontal"
      aria-label={canvasRun.resize}
      aria-valuenow={height}
      aria-valuemin={lowest}
      aria-valuemax={highest}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onKeyDown={({ key }) => {
        const by = { ArrowUp: STEP, ArrowDown: -STEP }[key]
        if (by) {
          set(height + by)
        }
      }}
    />
  )
}

function RunTitle({ run: { id, isLive } }: { run: ShownRun }) {
  const { canvasRun } = useTexts()
  const { time } = useFigures()
  const { data } = trpc.runs.get.useQuery({ runId: id }, { enabled: id !== '', retry: false })
  return (
    <span
      className="run-title text-13 monospace text-tertiary tabular one-line"
      data-live={isLive || undefined}
    >
      {data ? canvasRun.run(time(data.startedDate)) : null}
    </span>
  )
}

/** Marks the card that is hovered in the trace. Directly on the element, so that hovering rerenders no card. */
function LitNode() {
  const lit = useCanvas((state) => state.lit)
  useEffect(() => {
    const card = lit === undefined ? null : elementOf(lit)
    card?.setAttribute('data-lit', '')
    return () => card?.removeAttribute('data-lit')
  }, [lit])
  return null
}

/** Shows the run in `?run=` when the canvas opens, and removes the parameter. */
function useLinkedRun(onShow: () => void) {
  const [search, setSearch] = useSearchParams()
  const store = useCanvasStore()
  const show = useShowRun()
  const linked = useRef(search.get('run'))
  useEffect(() => {
    const runId = linked.current
    if (runId === null) {
      return
    }
    linked.current = null
    setSearch(
      (now) => {
        now.delete('run')
        return now
      },
      { replace: true },
    )
    void show(runId, store.getState().saved?.id).then((isShown) => isShown && onShow())
  }, [setSearch, show, store, onShow])
}
