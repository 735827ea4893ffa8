import { Button } from '@mui/joy'
import { Check, RefreshCw } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import type { Severity } from '#shared/flow-faults.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { MatterRow } from './issue-row.tsx'
import { updateAll } from './update-node.ts'
import { type Matter, useMatters } from './use-matters.ts'
import './checklist.css'

const order: readonly Severity[] = ['blocking', 'warning', 'tip']

type Props = { onShow: (matter: Matter) => void; onCompare: () => void }

/** Errors, warnings and suggestions, each with a button that fixes it. */
export function ChecklistPanel({ onShow, onCompare }: Props) {
  const { checklist: texts } = useTexts()
  const matters = useMatters()
  const empty = useCanvas(({ graph }) => graph.nodes.size === 0)
  return (
    <div className="checklist" data-testid="checklist">
      <div className="checklist-groups">
        {matters.length === 0 && (
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
            matters={matters.filter((matter) => matter.severity === severity)}
            onShow={onShow}
            onCompare={onCompare}
          />
        ))}
      </div>
      <Footer matters={matters} />
    </div>
  )
}

type GroupProps = Props & { severity: Severity; matters: readonly Matter[] }

function Group({ severity, matters, onShow, onCompare }: GroupProps) {
  const { checklist: texts } = useTexts()
  if (matters.length === 0) {
    return null
  }
  return (
    <section data-severity={severity}>
      <h3>
        {texts.groups[severity]}
        <span>{matters.length}</span>
      </h3>
      <ul>
        {matters.map((matter) => (
          <MatterRow key={keyOf(matter)} matter={matter} onShow={onShow} onCompare={onCompare} />
        ))}
      </ul>
    </section>
  )
}

function keyOf({ nodeId, field, fault }: Matter) {
  return JSON.stringify([nodeId, field, fault])
}

function Footer({ matters }: { matters: readonly Matter[] }) {
  const { checklist: texts } = useTexts()
  const store = useCanvasStore()
  const outdated = matters.flatMap(({ nodeId, fault }) =>
    fault.name === 'outdated' && nodeId !== undefined ? [nodeId] : [],
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
          {texts.counted(matters.filter(({ severity }) => severity !== 'tip').length)}
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
