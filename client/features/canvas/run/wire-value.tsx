import { useMemo } from 'react'
import { EdgeLabelRenderer } from 'reactflow'
import { useTexts } from '#client/texts/texts.tsx'
import type { PassedValue } from '../graph/run-values.ts'
import { useFlowNodes } from '../painting/painting.tsx'
import { useCanvas } from '../store/use-canvas.ts'
import { obstaclesOf, roomForLabel } from '../wires/pill-place.ts'

const SHOWN = 24
/** Between the port, the wire and the label. */
const GAP = 4
const HEIGHT = 20
const WIDEST = 86
/** Less than this says nothing. */
const LEAST = 40

/** On a wire, after something went over it: its first words; all that is kept of it on pointing. */
export function WireValue(props: Props) {
  const value = useCanvas(({ passed }) => passed.get(props.source))
  return value ? <Label {...props} value={value} /> : null
}

type Props = { source: string; x: number; y: number }

function Label({ source, x, y, value }: Props & { value: PassedValue }) {
  const { canvasRun } = useTexts()
  const kind = useCanvas(({ graph }) => graph.nodes.get(source)?.data.name)
  const nodes = useFlowNodes()
  const room = useMemo(
    () => roomForLabel({ x: x + GAP, y: y - GAP }, HEIGHT, obstaclesOf(nodes)),
    [x, y, nodes],
  )
  if (room < LEAST) {
    return null
  }
  return (
    <EdgeLabelRenderer>
      <span
        className="wire-value nodrag nopan"
        data-error={value.isError || undefined}
        data-testid={`wire-value-${source}`}
        title={value.text}
        style={{
          transform: `translate(${GAP}px, -100%) translate(${x}px, ${y - GAP}px)`,
          maxWidth: Math.min(WIDEST, room - GAP),
        }}
      >
        {wordsFor(value, kind, canvasRun)}
      </span>
    </EdgeLabelRenderer>
  )
}

type Counts = Record<'passed' | 'passages' | 'messages', (count: number) => string>

function wordsFor({ text, count }: PassedValue, kind: unknown, texts: Counts) {
  if (count === undefined) {
    const line = text.split('\n')[0] ?? ''
    return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line
  }
  const name = String(kind)
  if (/memory/i.test(name)) {
    return texts.messages(count)
  }
  return /retriev|vector|store|index/i.test(name) ? texts.passages(count) : texts.passed(count)
}
