import { EdgeLabelRenderer } from 'reactflow'
import { useTexts } from '#client/texts/texts.tsx'
import { useCanvas } from '../store/use-canvas.ts'
import type { PassedValue } from './wire-values.ts'

const SHOWN = 24

/** On a wire, after something went over it: its first words; all that is kept of it on pointing. */
export function WireValue({ source, x, y }: { source: string; x: number; y: number }) {
  const { canvasRun } = useTexts()
  const value = useCanvas(({ passed }) => passed.get(source))
  const kind = useCanvas(({ graph }) => graph.nodes.get(source)?.data.name)
  if (!value) {
    return null
  }
  return (
    <EdgeLabelRenderer>
      <span
        className="wire-value nodrag nopan"
        data-error={value.isError || undefined}
        data-testid={`wire-value-${source}`}
        title={value.text}
        style={{ transform: `translate(4px, -100%) translate(${x}px, ${y - 4}px)` }}
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
