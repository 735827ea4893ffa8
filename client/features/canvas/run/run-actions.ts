import type { Texts } from '#client/texts/texts.tsx'
import type { CanvasStore } from '../store/canvas-store.ts'
import { pinnedOf, repliesIn, setPin } from './pins.ts'

/** What can be done with a node's run; where something cannot, why. */
export function runActionsOf(store: CanvasStore, node: string, words: Texts['canvasRun']) {
  const { shownRun: run, graph } = store.getState()
  const begun = run?.events.find(({ type }) => type === 'run_started')
  const question = begun?.type === 'run_started' ? begun.question : undefined
  const replies = run ? repliesIn(run.events, node) : []
  const isPinned = pinnedOf(graph.nodes.get(node)) !== undefined
  const step = { name: 'edit' as const, what: words.pinnedOutput }
  const keep = (kept: typeof replies | undefined) =>
    store.getState().act(step, (before) => setPin(before, node, kept))

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
