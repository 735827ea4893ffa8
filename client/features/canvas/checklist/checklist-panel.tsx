import { Button } from '@mui/joy'
import { Check, CircleAlert, Lightbulb, RefreshCw, TriangleAlert } from 'lucide-react'
import { type CSSProperties, useId, useState } from 'react'
import { kindColor } from '#client/components/kind-glyph.tsx'
import { useIssueText } from '#client/components/use-issue-text.ts'
import { nodeLabel } from '#client/texts/node-texts.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { Severity } from '#shared/flow-issues.ts'
import { NodeIcon } from '../card/card.ts'
import { labelIn } from '../graph/flow-graph.ts'
import { updateAll, updateNode } from '../graph/update-node.ts'
import { viewOf } from '../store/card-view.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { FixButton } from './fix-button.tsx'
import { type ChecklistIssue, useChecklistIssues } from './use-checklist-issues.ts'
import './checklist.css'

const order: readonly Severity[] = ['blocking', 'warning', 'tip']

type Props = { onShow: (issue: ChecklistIssue) => void; onCompare: () => void }

/** Errors, warnings and suggestions, each with a button that fixes it. */
export function ChecklistPanel({ onShow, onCompare }: Props) {
  const { checklist: texts } = useTexts()
  const issues = useChecklistIssues()
  const empty = useCanvas(({ graph }) => graph.nodes.size === 0)
  return (
    <div className="checklist stack grows shrinks-y" data-testid="checklist">
      <div className="checklist-groups grows shrinks-y scrolls-y">
        {issues.length === 0 && (
          <p className="checklist-none flex gap-12 text-13 line-18 text-secondary">
            <Check size={18} aria-hidden="true" />
            <span>
              <strong className="block text-14 line-20 text-primary">
                {empty ? texts.empty : texts.allGood}
              </strong>
              {empty ? texts.emptyText : texts.allGoodText}
            </span>
          </p>
        )}
        {order.map((severity) => (
          <Group
            key={severity}
            severity={severity}
            issues={issues.filter((issue) => issue.severity === severity)}
            onShow={onShow}
            onCompare={onCompare}
          />
        ))}
      </div>
      <Footer issues={issues} />
    </div>
  )
}

type GroupProps = Props & { severity: Severity; issues: readonly ChecklistIssue[] }

function Group({ severity, issues, onShow, onCompare }: GroupProps) {
  const { checklist: texts } = useTexts()
  if (issues.length === 0) {
    return null
  }
  return (
    <section data-severity={severity}>
      <h3 className="flex spread">
        {texts.groups[severity]}
        <span>{issues.length}</span>
      </h3>
      <ul className="unlisted">
        {issues.map((issue) => (
          <IssueRow key={keyOf(issue)} issue={issue} onShow={onShow} onCompare={onCompare} />
        ))}
      </ul>
    </section>
  )
}

function keyOf({ nodeId, field, issue: error }: ChecklistIssue) {
  return JSON.stringify([nodeId, field, error])
}

function Footer({ issues }: { issues: readonly ChecklistIssue[] }) {
  const { checklist: texts } = useTexts()
  const store = useCanvasStore()
  const outdated = issues.flatMap(({ nodeId, issue: error }) =>
    error.name === 'outdated' && nodeId !== undefined ? [nodeId] : [],
  )

  function update() {
    store
      .getState()
      .act(
        { name: 'update', what: texts.nodes(outdated.length) },
        (graph, templates) => updateAll(graph, outdated, templates).graph,
      )
  }

  return (
    <footer className="checklist-foot row spread gap-12 rigid text-13 text-tertiary line-above">
      <span className="inline-row gap-8" role="status">
        <Check size={14} aria-hidden="true" />
        {texts.checked}
        <span className="visually-hidden">
          {texts.counted(issues.filter(({ severity }) => severity !== 'tip').length)}
        </span>
      </span>
      {outdated.length > 0 && (
        <Button
          size="sm"
          variant="outlined"
          color="neutral"
          startDecorator={<RefreshCw size={14} />}
          onClick={update}
        >
          {texts.updateAll(outdated.length)}
        </Button>
      )}
    </footer>
  )
}

type IssueRowProps = { issue: ChecklistIssue; onShow: (issue: ChecklistIssue) => void; onCompare: () => void }

const signs = { blocking: CircleAlert, warning: TriangleAlert, tip: Lightbulb }

/** An issue: the row opens its field, the button fixes it. */
export function IssueRow({ issue, onShow, onCompare }: IssueRowProps) {
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
    <li className="issue relative" style={glaze} data-severity={severity}>
      <div className="issue-line flex gap-8 items-flex-start">
        {node && view ? (
          <button type="button" className="issue-words" onClick={() => onShow(issue)}>
            <NodeIcon name={view.shape.template?.name} kind={view.kind} />
            <span id={words}>
              <strong className="block text-primary">{nodeLabel(node.data)}</strong>
              {sentence}
            </span>
          </button>
        ) : (
          <div className="issue-words">
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
    <section
      className="issue-lost text-13 line-18 surface outlined round-sm pad-8-12"
      aria-label={texts.linksLost(names.length)}
    >
      <p>{texts.linksLost(names.length)}</p>
      <ul className="unlisted">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <div className="flex gap-8 at-end">
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
