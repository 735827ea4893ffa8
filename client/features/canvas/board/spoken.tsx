import { useMemo } from 'react'
import { type Texts, useTexts } from '#client/texts/texts.tsx'
import { labelIn } from '../graph/flow-graph.ts'
import type { Step } from '../graph/history.ts'
import { portsOf } from '../graph/shape.ts'
import type { CanvasState } from '../store/canvas-store.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

export function Spoken() {
  const { canvas, canvasSpoken } = useTexts()
  const store = useCanvasStore()
  const announced = useCanvas((state) => state.announced)
  const chosen = useCanvas(({ selectedNodes }) => selectedNodes.length)
  const linking = useCanvas((state) => state.linking !== undefined)
  const describeStep = useStepText()
  const words = { undone: canvas.undoStep, redone: canvas.redoStep }
  const sentence =
    announced && (announced.way === 'done' ? undefined : words[announced.way](describeStep(announced.step)))
  const done = useMemo(() => {
    const state = store.getState()
    // A revision key makes screen readers repeat an identical sentence: live regions announce only new nodes.
    return {
      key: state.history.revision,
      text: announced?.way === 'done' ? sentenceOf(state, canvasSpoken) : '',
    }
  }, [announced, store, canvasSpoken])
  return (
    <>
      <p className="spoken absolute clips width-1 height-1" role="status" aria-live="polite">
        {announced && <span key={`${announced.way} ${done.key}`}>{sentence ?? done.text}</span>}
      </p>
      <p className="spoken absolute clips width-1 height-1" role="status" aria-live="polite">
        {chosen > 1 && canvasSpoken.selected(chosen)}
        {linking && canvasSpoken.linking}
      </p>
    </>
  )
}

function sentenceOf(state: CanvasState, words: Texts['canvasSpoken']): string {
  const { announced, history, selectedNodes, problemsByNode } = state
  if (!announced) {
    return ''
  }
  const { name, what, count = 1 } = announced.step
  const edges = history.past.at(-1)?.change.edges ?? new Map()
  const link = what ?? describeLink(state, [...edges].find(([, { after }]) => after)?.[0], words)
  const done = words.done[name](isLinking(name) ? link : (what ?? ''), count)
  const problems = problemsByNode.get(selectedNodes[0] ?? '')?.length ?? 0
  return name === 'add' && problems > 0 ? words.withProblems(done, problems) : done
}

function isLinking(name: string) {
  return name === 'connect' || name === 'replaceLink' || name === 'reroute'
}

function describeLink(
  { graph, templates }: CanvasState,
  key: string | undefined,
  words: Texts['canvasSpoken'],
): string {
  const edge = key === undefined ? undefined : graph.edges.get(key)
  if (!edge) {
    return ''
  }
  const label = (id: string) => labelIn(graph, id)
  return words.link(
    label(edge.source),
    label(edge.target),
    portsOf(graph, edge, templates).input?.label ?? '',
  )
}

export function useStepText() {
  const { canvas, board, canvasTools } = useTexts()
  const words = { ...canvas.steps, ...board.steps, ...canvasTools.steps }
  return ({ name, what, count = 1 }: Step) => words[name](what ?? '', count)
}
