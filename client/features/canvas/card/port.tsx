import { type KeyboardEvent, type MouseEvent, memo } from 'react'
import { Handle, Position } from 'reactflow'
import { KindGlyph, kindColor } from '#client/components/kind-glyph.tsx'
import { nodeText } from '#client/texts/node-texts.ts'
import { type Texts, useTexts } from '#client/texts/texts.tsx'
import { type Kind, kindOf } from '#shared/kinds.ts'
import type { Target } from '../graph/fits.ts'
import { typesOf } from '../graph/shape.ts'
import { useNodeData } from '../store/card-view.ts'
import { joinEnds, type PortEnd, portLook } from '../store/linking.ts'
import { useCanvasOf, useCanvasStore } from '../store/use-canvas.ts'

type Props = {
  node: string
  id: string
  side: 'in' | 'out'
  kind: Kind
  label: string
  open: boolean
  /** A button beside it does the same for the keyboard, so Tab skips the port. */
  isPassed?: boolean
  /** Labels of the linked nodes. */
  linkedTo?: string | undefined
  onUnlink?: (() => void) | undefined
}

/**
 * A port on the card's edge: a 14 px glyph with a 24 px hit area. Links are made by dragging, or by choosing two ports. While
 * a link is drawn, ports that fit grow and others are dimmed.
 */
export const Port = memo(function Port({
  node,
  id,
  side,
  kind,
  label,
  open,
  isPassed,
  linkedTo,
  onUnlink,
}: Props) {
  const { nodes, canvasHabits, common } = useTexts()
  const store = useCanvasStore()
  const look = useCanvasOf(node, (state) => portLook(state.linking, { node, handle: id, side }))
  const drawing = useCanvasOf(node, ({ linking }) => linking?.node === node && linking.handle === id)

  function choose(at: { x: number; y: number }) {
    const { linking, startLink, stopLink, finishLink } = store.getState()
    const own: PortEnd = { node, handle: id, side }
    const ends = linking && joinEnds(linking, own)
    if (ends) {
      finishLink(ends, at)
    } else if (linking?.handle === id) {
      stopLink()
    } else {
      startLink(own)
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if ((event.key === 'Enter' || event.key === ' ') && !(event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      event.stopPropagation()
      const { right, top } = event.currentTarget.getBoundingClientRect()
      choose({ x: right, y: top })
    }
    if (onUnlink && (event.key === 'Delete' || event.key === 'Backspace')) {
      // The canvas would delete the selected nodes.
      event.stopPropagation()
      onUnlink()
    }
  }

  const nodeName = useNodeData(node, (data) => data.label || data.name) ?? ''
  const own =
    side === 'in'
      ? nodes.portIn(label, common.kinds[kind])
      : nodes.outputOf(outputName(label, kind, common.kinds), nodeName)
  const name = linkedTo ? `${own}, ${canvasHabits.linkedTo(linkedTo)}` : own
  return (
    <Handle
      id={id}
      type={side === 'in' ? 'target' : 'source'}
      position={side === 'in' ? Position.Left : Position.Right}
      className="port"
      style={{ color: kindColor(kind) }}
      data-testid={`port-${id}`}
      data-look={look}
      data-side={side}
      role="button"
      tabIndex={isPassed ? -1 : 0}
      aria-keyshortcuts={onUnlink && 'Delete'}
      title={name}
      aria-label={name}
      aria-pressed={drawing}
      onClick={(event: MouseEvent) => {
        event.stopPropagation()
        choose({ x: event.clientX, y: event.clientY })
      }}
      onKeyDown={onKeyDown}
    >
      <KindGlyph kind={kind} size={14} open={open} silent />
    </Handle>
  )
})

type OutputLabelPort = { label: string; type: string }
type Words = Pick<Texts['common'], 'answer' | 'kinds'>

/** Outputs of these classes are the flow's answer. */
const answering =
  /^(AgentExecutor|BaseChain|BaseQueryEngine|ContextChatEngine|SimpleChatEngine|OpenAIAssistant)$/

/** The output's label. The word for its kind replaces a class name. */
export function outputLabel(
  port: OutputLabelPort,
  { answer, kinds }: Words,
): { label: string; kind: string } {
  const types = typesOf(port)
  const kind = kindOf(types)
  const isAnswer = types.some((type) => answering.test(type))
  const isClass = types[0] === port.label
  if (kind === 'agent') {
    return { label: isAnswer && isClass ? answer : nodeText(port.label), kind: '' }
  }
  const word = kind === 'any' ? '' : kinds[kind]
  return word !== '' && (isClass || word === port.label)
    ? { label: word, kind: '' }
    : { label: port.label, kind: word }
}

/** For assistive technology: the kind of the output, or its label where it has none. */
function outputName(label: string, kind: Kind, kinds: Texts['common']['kinds']): string {
  return kind === 'any' || kind === 'agent' ? label : kinds[kind]
}

/** The target's port, and whether its link would be replaced. */
export function describeTarget(
  { portLabel, portType, verdict }: Target,
  replaces: (port: string) => string,
  common: Pick<Texts['common'], 'answer' | 'kinds'>,
): string {
  const { label } = outputLabel({ label: portLabel, type: portType }, common)
  return verdict.fits ? label : replaces(label)
}
