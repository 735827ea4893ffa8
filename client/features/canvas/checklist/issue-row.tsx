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
import type { Matter } from './use-matters.ts'

type Props = { matter: Matter; onShow: (matter: Matter) => void; onCompare: () => void }

const signs = { blocking: CircleAlert, warning: TriangleAlert, tip: Lightbulb }

/** An issue: the row opens its field, the button fixes it. */
export function MatterRow({ matter, onShow, onCompare }: Props) {
  const sentence = useMatterText()(matter)
  const words = useId()
  const [lost, setLost] = useState<readonly string[]>()
  const { nodeId, severity } = matter
  const node = useCanvas(({ graph }) => (nodeId === undefined ? undefined : graph.nodes.get(nodeId)))
  const templates = useCanvas((state) => state.templates)
  const view = node && viewOf(node, templates)
  const Sign = signs[severity]
  const glaze = view ? ({ '--glaze': kindColor(view.kind) } as CSSProperties) : undefined
  return (
    <li className="matter" style={glaze} data-severity={severity}>
      <div className="matter-line">
        {node && view ? (
          <button type="button" className="matter-words" onClick={() => onShow(matter)}>
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
        <FixButton
          matter={matter}
          onShow={onShow}
          onCompare={onCompare}
          onLost={setLost}
          describedBy={words}
        />
      </div>
      {lost && <LostLinks matter={matter} lost={lost} onClose={() => setLost(undefined)} />}
    </li>
  )
}

type LostLinksProps = { matter: Pick<Matter, 'nodeId'>; lost: readonly string[]; onClose: () => void }

/** The links an update would remove. */
export function LostLinks({ matter: { nodeId }, lost, onClose }: LostLinksProps) {
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
export function useMatterText() {
  const { faults } = useTexts().checklist
  const [language] = useLanguage()
  const { data: kinds } = useKinds()
  return ({ fault }: Pick<Matter, 'fault'>): string => {
    switch (fault.name) {
      case 'required':
      case 'invalid':
      case 'unlinked':
      case 'lost':
        return faults[fault.name](nodeText(fault.label))
      case 'addMemory':
        return faults.addMemory(labelText(fault.label))
      case 'variable':
      case 'unknownVariable':
        return faults[fault.name](nodeText(fault.label), fault.token)
      case 'switchedOff':
        return faults.switchedOff(nodeText(fault.label), labelText(fault.source))
      case 'modelGone':
        return faults.modelGone(nodeText(fault.label), fault.model)
      case 'promptTooLong':
        return faults.promptTooLong(
          formatNumber(fault.tokens, language),
          formatNumber(fault.window, language),
        )
      case 'credential':
        return faults.credential(kinds?.find(({ name }) => name === fault.kind)?.label ?? fault.kind)
      case 'unknown':
        return faults.unknown(fault.kind)
      case 'outdated':
        return faults.outdated(fault.newest)
      case 'rival':
        return faults.rival(labelText(fault.answers))
      case 'notRunnable':
      case 'unpublished':
        return faults[fault.name](fault.count)
      default:
        return faults[fault.name]
    }
  }
}
