import { Button } from '@mui/joy'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { StepPlan } from '#shared/writing.ts'
import { isStart } from '../agent/control-links.ts'
import { useView, type View } from '../board/use-view.ts'
import { useSync } from '../draft/sync-store.ts'
import { type Point, positionOf } from '../graph/flow-graph.ts'
import { findFreePlace } from '../graph/place.ts'
import type { Size } from '../graph/size.ts'
import type { CanvasStore } from '../store/canvas-store.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { AskForm } from './ask-form.tsx'
import { buildPlan, sizeOf } from './build-plan.ts'
import { PlanPreview } from './plan-preview.tsx'

/** Generates steps from a description: previewed first, then inserted. */
export function GeneratePanel() {
  const { agent, aiHelp } = useTexts()
  const { client } = trpc.useUtils()
  const store = useCanvasStore()
  const sync = useSync()
  const view = useView()
  const locked = useCanvas((state) => state.locked)
  const hasStart = useCanvas(({ graph }) => [...graph.nodes.values()].some(isStart))
  const [inserted, setInserted] = useState(0)
  const reported = useRef<HTMLParagraphElement>(null)

  function insert(plan: StepPlan, clear: () => void) {
    store.getState().flushDrafts()
    const { graph } = store.getState()
    sync.keepVersion(graph, 'before-replace')
    const count = insertPlan(store, view, plan, agent.start)
    flushSync(() => {
      clear()
      setInserted(count)
    })
    // On a phone the panel would cover the new steps.
    if (innerWidth < 900) {
      store.getState().put({ dock: undefined, phoneTab: 'canvas' })
    } else {
      reported.current?.focus()
    }
  }

  return (
    <div className="generate-panel">
      <AskForm
        name="generate"
        label={aiHelp.description}
        hint={aiHelp.descriptionHint}
        action={aiHelp.generate}
        ask={({ flowId, text, model, signal }) => {
          setInserted(0)
          return client.writing.steps.mutate({ flowId, description: text, model }, { signal })
        }}
        ready={({ steps, links }) => aiHelp.planReady(steps.length, links.length)}
      >
        {(plan, clear) => (
          <>
            <PlanPreview plan={plan} hasStart={hasStart} />
            <div className="ask-actions">
              <Button disabled={locked} onClick={() => insert(plan, clear)}>
                {aiHelp.insertSteps(addedBy(plan, hasStart))}
              </Button>
              <Button variant="plain" color="neutral" onClick={clear}>
                {aiHelp.discard}
              </Button>
            </div>
            <p className="ask-note">{locked ? aiHelp.locked : aiHelp.insertStepsHint}</p>
          </>
        )}
      </AskForm>
      {inserted > 0 && (
        <p ref={reported} className="plan-told" tabIndex={-1}>
          {aiHelp.inserted(inserted)} {aiHelp.chooseModels}
        </p>
      )}
    </div>
  )
}

function addedBy({ steps }: StepPlan, hasStart: boolean) {
  return steps.filter(({ kind }) => !(hasStart && kind === 'start')).length
}

/** After the new cards have rendered. */
const drawnMs = 50
const defaultStart: Size = { width: 220, height: 48 }
const besideStart = 100

/** Inserts a plan as one step, selects the new nodes and shows them. */
export function insertPlan(store: CanvasStore, view: View, plan: StepPlan, startLabel: string): number {
  const { graph, flowNodes, act } = store.getState()
  const container = sizeOf(graph, plan)
  const taken = flowNodes.map(({ position, width, height }) => ({
    ...position,
    width: width ?? 320,
    height: height ?? 240,
  }))
  const corner = findFreePlace(targetPlace(store, view, plan, container), container, taken)
  const { graph: built, ids } = buildPlan(graph, plan, corner, startLabel)
  act({ name: 'insert', count: ids.length }, () => built)
  store.getState().select(ids)
  setTimeout(view.fitSelection, drawnMs)
  return ids.length
}

/** To the right of the existing start node, else in the middle of the viewport. */
function targetPlace(store: CanvasStore, view: View, { steps }: StepPlan, container: Size): Point {
  const { graph, flowNodes } = store.getState()
  const start = steps.some(({ kind }) => kind === 'start') && [...graph.nodes.values()].find(isStart)
  if (!start) {
    const { x, y } = view.centre()
    return { x: x - container.width / 2, y: y - container.height / 2 }
  }
  const { x, y } = positionOf(start)
  const { width, height } = flowNodes.find(({ id }) => id === start.id) ?? defaultStart
  return {
    x: x + (width ?? defaultStart.width) + besideStart,
    y: y + ((height ?? defaultStart.height) - container.height) / 2,
  }
}
