import { Button } from '@mui/joy'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { StepPlan } from '#shared/writing.ts'
import { isStart } from '../agent/control-links.ts'
import { useView } from '../board/use-view.ts'
import { useSync } from '../draft/sync-store.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { AskForm } from './ask-form.tsx'
import { insertPlan } from './insert-plan.ts'
import { PlanPreview } from './plan-preview.tsx'

/** Steps planned by a model from a description: seen first, then put beside what is there. */
export function GeneratePanel() {
  const { agent, aiHelp } = useTexts()
  const { client } = trpc.useUtils()
  const store = useCanvasStore()
  const sync = useSync()
  const view = useView()
  const locked = useCanvas((state) => state.locked)
  const hasStart = useCanvas(({ graph }) => [...graph.nodes.values()].some(isStart))
  const [inserted, setInserted] = useState(0)
  const told = useRef<HTMLParagraphElement>(null)

  function insert(plan: StepPlan, clear: () => void) {
    store.getState().flushDrafts()
    const { graph } = store.getState()
    sync.keepVersion(graph, 'before-replace')
    const count = insertPlan(store, view, plan, agent.start)
    flushSync(() => {
      clear()
      setInserted(count)
    })
    // Where the panel covers the canvas, one would not see what came.
    if (innerWidth < 900) {
      store.getState().put({ dock: undefined, phoneTab: 'canvas' })
    } else {
      told.current?.focus()
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
        <p ref={told} className="plan-told" tabIndex={-1}>
          {aiHelp.inserted(inserted)} {aiHelp.chooseModels}
        </p>
      )}
    </div>
  )
}

function addedBy({ steps }: StepPlan, hasStart: boolean) {
  return steps.filter(({ kind }) => !(hasStart && kind === 'start')).length
}
