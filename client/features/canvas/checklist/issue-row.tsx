import { Button } from '@mui/joy'
import { CircleAlert, Lightbulb, TriangleAlert } from 'lucide-react'
import { type CSSProperties, useId, useState } from 'react'
import { useKinds } from '#client/components/credential-form/credential-kinds.ts'
import { formatNumber } from '#client/components/format-money.ts'
import { kindColor } from '#client/components/kind-glyph.tsx'
import { labelText, nodeLabel, nodeText } from '#client/texts/node-texts.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { viewOf } from '../card/card-view.ts'
import { NodeIcon } from '../card/node-icon.tsx'
import { labelIn } from '../graph/flow-graph.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { FixButton } from './fix-button.tsx'
import { updateNode } from './update-node.ts'
import type { ChecklistIssue } from './use-checklist-issues.ts'

type Props = { issue: ChecklistIssue; onShow: (issue: ChecklistIssue) => void; onCompare: () => void }

const signs = { blocking: CircleAlert, warning: TriangleAlert, tip: Lightbulb }

/** An issue: the row opens its field, the button fixes it. */
export function IssueRow({ issue, onShow, onCompare }: Props) {
  const sentence = useIssueText()(issue)
  const words = useId()
  const [lost, setLost] = useState<readonly string[]>()
  const { nodeId, severity } = issue
  const node = useCanvas(({ graph }) => (nodeId === undefined ? undefined : graph.nodes.get(nodeId)))
  const templates = useCanvas((state) => state.templates)
  const view = node && viewOf(node, templates)
  const Sign = signs[severity]
  const glaze = view ? ({ '--glaze': kindColor(view.kind) } as CSSProperties) : undefined
  return (
    <li className="matter" style={glaze} data-severity={severity}>
      <div className="matter-line">
        {node && view ? (
          <button type="button" className="matter-words" onClick={() => onShow(issue)}>
            <NodeIcon name={view.shape.template?.name} kind={view.kind} />
            <span id={words}>
              <strong>{nodeLabel(node.data)}</strong>
              {sentence}
            </span>
          </button>
        ) : (
          <div className="matter-words">
            <Sign size={18} aria-hidden="true" />
            <span id={words}>{sentence}</span>
          </div>
        )}
        <FixButton issue={issue} onShow={onShow} onCompare={onCompare} onLost={setLost} describedBy={words} />
      </div>
      {lost && <LostLinks issue={issue} lost={lost} onClose={() => setLost(undefined)} />}
    </li>
  )
}

type LostLinksProps = { issue: Pick<ChecklistIssue, 'nodeId'>; lost: readonly string[]; onClose: () => void }

/** The links an update would remove. */
export function LostLinks({ issue: { nodeId }, lost, onClose }: LostLinksProps) {
  const { checklist: texts, common } = useTexts()
  const store = useCanvasStore()
  const graph = useCanvas((state) => state.graph)
  const labelOf = (id: string) => labelIn(graph, id)
  const names = lost.flatMap((key) => {
    const edge = graph.edges.get(key)
    return edge ? [`${labelOf(edge.source)} → ${labelOf(edge.target)}`] : []
  })
  if (nodeId === undefined) {
    return null
  }

  function update(id: string) {
    store
      .getState()
      .act(
        { name: 'update', what: labelOf(id) },
        (before, templates) => updateNode(before, id, templates)?.graph ?? before,
      )
  }

  return (
    <section className="matter-lost" aria-label={texts.linksLost(names.length)}>
      <p>{texts.linksLost(names.length)}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <div>
        <Button size="sm" variant="plain" color="neutral" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button size="sm" color="danger" onClick={() => update(nodeId)}>
          {texts.updateAnyway}
        </Button>
      </div>
    </section>
  )
}

/** An issue as a sentence. */
export function useIssueText() {
  const { issues } = useTexts().checklist
  const [language] = useLanguage()
  const { data: kinds } = useKinds()
  return ({ issue: error }: Pick<ChecklistIssue, 'issue'>): string => {
    switch (error.name) {
      case 'required':
      case 'invalid':
      case 'unlinked':
      case 'lost':
        return issues[error.name](nodeText(error.label))
      case 'addMemory':
        return issues.addMemory(labelText(error.label))
      case 'variable':
      case 'unknownVariable':
        return issues[error.name](nodeText(error.label), error.token)
      case 'switchedOff':
        return issues.switchedOff(nodeText(error.label), labelText(error.source))
      case 'modelGone':
        return issues.modelGone(nodeText(error.label), error.model)
      case 'promptTooLong':
        return issues.promptTooLong(
          formatNumber(error.tokens, language),
          formatNumber(error.window, language),
        )
      case 'credential':
        return issues.credential(kinds?.find(({ name }) => name === error.kind)?.label ?? error.kind)
      case 'unknown':
        return issues.unknown(error.kind)
      case 'outdated':
        return issues.outdated(error.newest)
      case 'rival':
        return issues.rival(labelText(error.answers))
      case 'notRunnable':
      case 'unpublished':
        return issues[error.name](error.count)
      default:
        return issues[error.name]
    }
  }
}
