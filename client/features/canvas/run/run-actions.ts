import { Pin, PinOff, Repeat, StepForward } from 'lucide-react'
import { useMemo } from 'react'
import { type Texts, useTexts } from '#client/texts/texts.tsx'
import type { PinnedReply } from '#shared/replies.ts'
import type { RunEvent } from '#shared/runs.ts'
import { pinnedOf, setPin } from '../graph/pins.ts'
import type { MenuItem } from '../popups/popups.ts'
import type { CanvasStore } from '../store/canvas-store.ts'
import { runsInParts } from '../store/catalogue.ts'
import { goToDock } from '../store/elements.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { eventsOfStep, shownVisits } from '../store/visits.ts'

export function runActionsOf(store: CanvasStore, node: string, words: Texts['canvasRun']) {
  const { shownRun: run, graph } = store.getState()
  const started = run?.events.find(({ type }) => type === 'run_started')
  const question = started?.type === 'run_started' ? started.question : undefined
  const replies = run ? repliesIn(run.events, node) : []
  const isPinned = pinnedOf(graph.nodes.get(node)) !== undefined
  const step = { name: 'edit' as const, what: words.pinnedOutput }
  const retain = (retained: typeof replies | undefined) =>
    store.getState().act(step, (before) => setPin(before, node, retained))

  return {
    isPinned,
    runsInParts: runsInParts(store.getState()),
    runIssue: run?.isLive ? words.notLive : question === undefined ? words.runBefore : undefined,
    pinIssue: replies.length > 0 ? undefined : run ? words.notAModel : words.askBefore,
    runTo: () => question !== undefined && store.getState().requestRun({ question, until: node }),
    runFrom: () =>
      question !== undefined &&
      run &&
      store.getState().requestRun({ question, reuse: { runId: run.id, from: node } }),
    pin: () => retain(replies),
    unpin: () => retain(undefined),
  }
}

function repliesIn(events: readonly RunEvent[], nodeId: string): PinnedReply[] {
  return events.flatMap((event) => {
    const isReply = event.type === 'model_finished' || event.type === 'model_reused'
    return isReply && event.nodeId === nodeId ? [{ callId: event.callId, reply: event.reply }] : []
  })
}

export function createRunItems(store: CanvasStore, node: string, words: Texts['canvasRun']): MenuItem[] {
  const actions = runActionsOf(store, node, words)
  const { isPinned, runIssue, pinIssue, runTo, runFrom, pin, unpin } = actions
  const again = { name: words.runFromHere, icon: Repeat, disabled: runIssue, run: runFrom }
  const toHere = { name: words.runToHere, icon: StepForward, disabled: runIssue, run: runTo }
  return [
    ...(actions.runsInParts ? [toHere] : []),
    again,
    isPinned
      ? { name: words.unpin, icon: PinOff, run: unpin }
      : { name: words.pin, icon: Pin, disabled: pinIssue, run: pin },
  ]
}

/** Asks the last question of the chat again. Opens the chat instead when the flow cannot run: it says why. */
export function runAgain(store: CanvasStore) {
  const { saved, graph, problems, requestRun } = store.getState()
  if (saved && graph.nodes.size > 0 && problems.every(({ blocking }) => !blocking)) {
    requestRun({})
  } else {
    goToDock(store, 'chat')
  }
}

/** As `runActionsOf`, updated with the run and the node. */
export function useRunActions(node: string) {
  const { canvasRun } = useTexts()
  const store = useCanvasStore()
  useCanvas(({ shownRun }) => shownRun)
  useCanvas(({ graph }) => graph.nodes.get(node))
  return runActionsOf(store, node, canvasRun)
}

/** Events of one node in the shown run, including the run's end for its answering node. Undefined without a run. */
export function useNodeRun(node: string): readonly RunEvent[] | undefined {
  const events = useCanvas(({ shownRun }) => shownRun?.events)
  const step = useCanvas(({ visits, chosenVisits }) => shownVisits(node, visits, chosenVisits).shown)
  return useMemo(() => events && eventsOf(events, node, step), [events, node, step])
}

/** As `useNodeRun`, for the events of any run. */
export function eventsOf(events: readonly RunEvent[], node: string, step?: string): RunEvent[] {
  if (step !== undefined) {
    return eventsOfStep(events, node, step)
  }
  const ending = events.findLast(({ type }) => type === 'node_started')
  const isEnding = ending?.type === 'node_started' && ending.nodeId === node
  return events.filter(
    (event) => ('nodeId' in event && event.nodeId === node) || (isEnding && event.type === 'run_finished'),
  )
}
