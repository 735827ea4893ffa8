import { Button } from '@mui/joy'
import { Check, RefreshCw } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import type { Severity } from '#shared/flow-issues.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { IssueRow } from './issue-row.tsx'
import { updateAll } from './update-node.ts'
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
    <div className="checklist" data-testid="checklist">
      <div className="checklist-groups">
        {issues.length === 0 && (
          <p className="checklist-none">
            <Check size={18} aria-hidden="true" />
            <span>
              <strong>{empty ? texts.empty : texts.allGood}</strong>
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
      <h3>
        {texts.groups[severity]}
        <span>{issues.length}</span>
      </h3>
      <ul>
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
    <footer className="checklist-foot">
      <span role="status">
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
