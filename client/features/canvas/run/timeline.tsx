import type { CSSProperties } from 'react'
import { KindGlyph, kindColor } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { Kind } from '#shared/kinds.ts'
import type { CanvasState } from '../store/canvas-store.ts'
import { viewOf } from '../store/card-view.ts'
import { goToDock } from '../store/elements.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { useFigures } from '../store/use-figures.ts'
import { depthOf, inputOf, linesOf, type RunSpans, type Span } from './spans.ts'

export function Timeline({ spans }: { spans: RunSpans }) {
  const { canvasRun } = useTexts()
  const { seconds, milliseconds } = useFigures()
  const { ending, durationMs, tokens, costMicro } = spans
  const totalMs = Math.max(1, durationMs)
  const ticks = ticksOf(totalMs)
  return (
    <div className="run-timeline relative">
      <div
        className="run-row run-scale text-tertiary grid text-13 line-18 round-4 items-center"
        aria-hidden="true"
      >
        <span />
        <span className="run-track relative">
          {ticks
            .filter((tick) => tick / totalMs < 0.92)
            .map((tick, index) => (
              <i
                className="absolute code-12 one-line"
                key={tick}
                style={{ left: `${(tick / totalMs) * 100}%` }}
              >
                {totalMs < 1_000
                  ? milliseconds(tick, index === 0)
                  : seconds(tick, index === 0 ? 0 : 1, index === 0)}
              </i>
            ))}
        </span>
        <span>{canvasRun.columns.tokens}</span>
        <span>{canvasRun.columns.spent}</span>
      </div>
      <ol className="unpadded unlisted" aria-label={canvasRun.timeline}>
        {ending && (
          <Row
            span={ending}
            totalMs={totalMs}
            ticks={ticks}
            figures={{ tokens: tokens.input + tokens.output, costMicro }}
          />
        )}
        {linesOf(spans).map((span) => (
          <Row
            key={span.key}
            span={span}
            totalMs={totalMs}
            ticks={ticks}
            nested={ending !== undefined || depthOf(span) > 0}
          />
        ))}
      </ol>
      <Playhead totalMs={totalMs} />
    </div>
  )
}

type RowProps = {
  span: Span
  totalMs: number
  ticks: readonly number[]
  nested?: boolean
  /** Totals, shown on the answering node. */
  figures?: { tokens: number; costMicro: number }
}

function Row({ span, totalMs, ticks, nested = false, figures }: RowProps) {
  const { canvasRun } = useTexts()
  const store = useCanvasStore()
  const { count, cost, duration } = useFigures()
  const kind = useKind(span.nodeId)
  const { nodeId, state, startedAt, endedAt = totalMs, usage, costMicro } = span
  const used = figures?.tokens ?? inputOf(usage) + (usage?.output ?? 0)
  const spent = figures?.costMicro ?? costMicro
  const place = {
    left: `${(startedAt / totalMs) * 100}%`,
    width: `${((endedAt - startedAt) / totalMs) * 100}%`,
  }
  return (
    <li
      className="run-row grid text-13 line-18 round-4 items-center"
      data-nested={nested || undefined}
      data-state={state}
      style={{ '--glaze': kindColor(kind) } as CSSProperties}
      onMouseEnter={() => store.getState().light(nodeId)}
      onMouseLeave={() => store.getState().light(undefined)}
    >
      <span>
        <button
          type="button"
          className="run-name plain-button row border-box gap-10 full-width round-4 pad-0-8"
          onFocus={() => store.getState().light(nodeId)}
          onBlur={() => store.getState().light(undefined)}
          onClick={() => {
            store.getState().select([nodeId])
            goToDock(store, 'inspector')
          }}
        >
          <KindGlyph kind={kind} silent />
          <span className="truncate">{wordsOf(span, canvasRun.uses)}</span>
        </button>
      </span>
      <span className="run-track relative">
        {ticks.map((tick) => (
          <i
            key={tick}
            className="run-line absolute width-1"
            style={{ left: `${(tick / totalMs) * 100}%` }}
          />
        ))}
        <span className="run-bar absolute" style={place} />
        {!figures && (
          <em
            className="absolute text-tertiary surface pad-0-6 one-line code-12"
            style={beside(startedAt / totalMs, endedAt / totalMs)}
          >
            {state === 'running' || state === 'done'
              ? duration(endedAt - startedAt)
              : canvasRun.states[state]}
          </em>
        )}
      </span>
      <span>{used > 0 ? count(used) : ''}</span>
      <span>{costOf(span, spent, canvasRun, cost)}</span>
    </li>
  )
}

/** Labels follow their bar, precede it if it reaches the end, or overlay it if both sides lack space. */
function beside(start: number, end: number): CSSProperties {
  if (end <= 0.8) {
    return { left: `${end * 100}%` }
  }
  return start >= 0.25 ? { right: `${100 - start * 100}%` } : { right: 0 }
}

function costOf(
  { kind, state }: Span,
  micro: number,
  texts: { free: string; reused: string },
  cost: (micro: number) => string,
) {
  if (state === 'reused') {
    return texts.reused
  }
  if (kind === 'tool') {
    return texts.free
  }
  return micro > 0 || kind === 'model' ? cost(micro) : ''
}

/** "Chat model", "Chat model · order_status", "Knowledge index · search". */
export function wordsOf({ label, name, kind }: Span, uses: Readonly<Record<string, string>>): string {
  if (kind === 'tool') {
    return name
  }
  return kind === 'handle' ? `${label} · ${uses[name] ?? name}` : label
}

function Playhead({ totalMs }: { totalMs: number }) {
  const playhead = useCanvas((state) => state.playhead)
  if (playhead === undefined) {
    return null
  }
  return (
    <div className="run-playhead grid absolute untouchable" aria-hidden="true">
      <i
        className="run-playhead-line full-height relative backdrop-solid"
        style={{ left: `${(playhead / totalMs) * 100}%` }}
      />
    </div>
  )
}

/** Four to eight round tick values. */
function ticksOf(totalMs: number): number[] {
  const rough = totalMs / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10) * power
  return Array.from({ length: Math.floor(totalMs / step) + 1 }, (_, index) => index * step)
}

/** Kind of a run's node on the canvas; `any` for a deleted node. */
export function useKind(nodeId: string): Kind {
  return useCanvas((state) => kindIn(state, nodeId))
}

function kindIn({ graph, templates }: CanvasState, nodeId: string): Kind {
  const node = graph.nodes.get(nodeId)
  return node ? viewOf(node, templates).kind : 'any'
}
