import { Pin, PinOff, Repeat, StepForward } from 'lucide-react'
import { useMemo } from 'react'
import { type Texts, useTexts } from '#client/texts/texts.tsx'
import type { AskInput, PinnedReply } from '#shared/chat.ts'
import type { RunEvent } from '#shared/runs.ts'
import { type Graph, type GraphNode, getNode, withData, withNodes } from '../graph/flow-graph.ts'
import { goToDock } from '../inspector/dock-focus.ts'
import type { MenuItem } from '../popups/menu.tsx'
import type { CanvasStore } from '../store/canvas-store.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

export function runActionsOf(store: CanvasStore, node: string, words: Texts['canvasRun']) {
  const { shownRun: run, graph } = store.getState()
  const begun = run?.events.find(({ type }) => type === 'run_started')
  const question = begun?.type === 'run_started' ? begun.question : undefined
  const replies = run ? repliesIn(run.events, node) : []
  const isPinned = pinnedOf(graph.nodes.get(node)) !== undefined
  const step = { name: 'edit' as const, what: words.pinnedOutput }
  const keep = (retained: typeof replies | undefined) =>
    store.getState().act(step, (before) => setPin(before, node, retained))

  return {
    isPinned,
    whyNotRun: run?.isLive ? words.notLive : question === undefined ? words.runBefore : undefined,
    whyNotPin: replies.length > 0 ? undefined : run ? words.notAModel : words.askBefore,
    runTo: () => question !== undefined && store.getState().ask({ question, until: node }),
    runFrom: () =>
      question !== undefined &&
      run &&
      store.getState().ask({ question, reuse: { runId: run.id, from: node } }),
    pin: () => keep(replies),
    unpin: () => keep(undefined),
  }
}

/** Key of a pin in a node's data. Flowise and our API ignore it. */
const key = 'flowtillPinned'

/** Pinned replies a node returns instead of calling its model. */
export function pinnedOf(node: GraphNode | undefined): PinnedReply[] | undefined {
  const stored = node?.data[key]
  return Array.isArray(stored) && stored.length > 0 && stored.every(isPinned) ? stored : undefined
}

// Checks only what the display needs; the server validates the whole reply before use.
function isPinned(value: unknown): value is PinnedReply {
  const { callId, reply } = (value ?? {}) as { callId?: unknown; reply?: { text?: unknown } | null }
  return (callId === undefined || typeof callId === 'string') && typeof reply?.text === 'string'
}

export function pinsOf({ nodes }: Graph): AskInput['pinned'] {
  const pins = [...nodes].flatMap(([id, node]) => {
    const replies = pinnedOf(node)
    return replies ? [[id, replies] as const] : []
  })
  return pins.length > 0 ? Object.fromEntries(pins) : undefined
}

export function setPin(graph: Graph, id: string, replies: readonly PinnedReply[] | undefined): Graph {
  const node = withData(getNode(graph, id), { [key]: replies })
  if (!replies) {
    delete node.data[key]
  }
  return withNodes(graph, [[id, node]])
}

export function repliesIn(events: readonly RunEvent[], nodeId: string): PinnedReply[] {
  return events.flatMap((event) => {
    const isReply = event.type === 'model_finished' || event.type === 'model_reused'
    return isReply && event.nodeId === nodeId ? [{ callId: event.callId, reply: event.reply }] : []
  })
}

export function createRunItems(store: CanvasStore, node: string, words: Texts['canvasRun']): MenuItem[] {
  const { isPinned, whyNotRun, whyNotPin, runTo, runFrom, pin, unpin } = runActionsOf(store, node, words)
  return [
    { name: words.runToHere, icon: StepForward, disabled: whyNotRun, run: runTo },
    { name: words.runFromHere, icon: Repeat, disabled: whyNotRun, run: runFrom },
    isPinned
      ? { name: words.unpin, icon: PinOff, run: unpin }
      : { name: words.pin, icon: Pin, disabled: whyNotPin, run: pin },
  ]
}

/** Asks the last question of the chat again. Opens the chat instead when the flow cannot run: it says why. */
export function runAgain(store: CanvasStore) {
  const { saved, graph, problems, ask } = store.getState()
  if (saved && graph.nodes.size > 0 && problems.every(({ blocking }) => !blocking)) {
    ask({})
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
  return useMemo(() => events && eventsOf(events, node), [events, node])
}

/** As `useNodeRun`, for the events of any run. */
export function eventsOf(events: readonly RunEvent[], node: string): RunEvent[] {
  const ending = events.findLast(({ type }) => type === 'node_started')
  const isEnding = ending?.type === 'node_started' && ending.nodeId === node
  return events.filter(
    (event) => ('nodeId' in event && event.nodeId === node) || (isEnding && event.type === 'run_finished'),
  )
}
