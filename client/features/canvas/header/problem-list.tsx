import { Check, CircleAlert, TriangleAlert } from 'lucide-react'
import { type CSSProperties, useCallback, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { kindColor } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { viewOf } from '../card/card-view.ts'
import { NodeIcon } from '../card/node-icon.tsx'
import type { Problem } from '../graph/check.ts'
import { Popup } from '../popups/popup.tsx'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

/** How many problems there are, and on demand which: choosing one goes to the field it is about. */
export function ProblemList({ onShow }: { onShow: (problem: Problem) => void }) {
  const { canvas } = useTexts()
  const problems = useCanvas((state) => state.problems)
  const empty = useCanvas(({ graph }) => graph.nodes.size === 0)
  const [opener, setOpener] = useState<Element>()
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setOpener(undefined), [])
  if (empty) {
    return null
  }
  if (problems.length === 0) {
    return (
      <span className="problem-counter" data-testid="checklist-count" data-tone="ready">
        <Check size={16} aria-hidden="true" />
        <span>{canvas.ready}</span>
      </span>
    )
  }
  const blocking = problems.some((problem) => problem.blocking)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="problem-counter"
        data-testid="checklist-count"
        data-tone={blocking ? 'blocking' : 'warning'}
        aria-label={canvas.problems(problems.length)}
        aria-haspopup="dialog"
        aria-expanded={opener !== undefined}
        title={canvas.problems(problems.length)}
        onClick={() => setOpener(opener ? undefined : (button.current ?? undefined))}
      >
        <TriangleAlert size={16} aria-hidden="true" />
        {problems.length}
      </button>
      {opener && (
        <Popup
          at={opener}
          label={canvas.problems(problems.length)}
          onClose={close}
          width={380}
          sheet
          className="problem-list"
        >
          <Group
            title={canvas.mustBeFixed}
            problems={problems.filter((each) => each.blocking)}
            onShow={(problem) => {
              close()
              onShow(problem)
            }}
          />
          <Group
            title={canvas.worthALook}
            problems={problems.filter((each) => !each.blocking)}
            onShow={(problem) => {
              close()
              onShow(problem)
            }}
          />
        </Popup>
      )}
    </>
  )
}

type GroupProps = { title: string; problems: readonly Problem[]; onShow: (problem: Problem) => void }

function Group({ title, problems, onShow }: GroupProps) {
  if (problems.length === 0) {
    return null
  }
  return (
    <section>
      <h2>
        {title}
        <span>{problems.length}</span>
      </h2>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.nodeId} ${problem.field} ${problem.fault.name}`}>
            <ProblemRow problem={problem} onShow={onShow} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ProblemRow({ problem, onShow }: { problem: Problem; onShow: (problem: Problem) => void }) {
  const store = useCanvasStore()
  const sentence = useProblemText()(problem)
  const { graph, templates } = store.getState()
  const node = problem.nodeId === undefined ? undefined : graph.nodes.get(problem.nodeId)
  const view = node && viewOf(node, templates)
  if (!node || !view) {
    return (
      <p className="problem-row">
        <CircleAlert size={16} aria-hidden="true" />
        <span>{sentence}</span>
      </p>
    )
  }
  return (
    <button
      type="button"
      className="problem-row"
      style={{ '--glaze': kindColor(view.kind) } as CSSProperties}
      onClick={() => onShow(problem)}
    >
      <NodeIcon name={view.shape.template?.name} kind={view.kind} />
      <span>
        <strong>{node.data.label || node.data.name}</strong>
        {sentence}
      </span>
    </button>
  )
}

/** A problem as a sentence, in the words the server has for it. */
export function useProblemText() {
  const { canvas } = useTexts()
  const { data: kinds } = trpc.credentials.kinds.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY })
  return ({ fault }: Problem): string => {
    switch (fault.name) {
      case 'required':
      case 'invalid':
      case 'lost':
        return canvas.faults[fault.name](fault.label)
      case 'credential':
        return canvas.faults.credential(kinds?.find(({ name }) => name === fault.kind)?.label ?? fault.kind)
      case 'unknown':
        return canvas.faults.unknown(fault.kind)
      default:
        return canvas.faults[fault.name]
    }
  }
}
