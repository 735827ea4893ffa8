import { type CSSProperties, useMemo } from 'react'
import { useReactFlow } from 'reactflow'
import type { Chip } from '#client/components/editor/chip.ts'
import { KindGlyph, kindColor } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { splitTokens } from '../graph/variables.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { describer, useStoredVariables } from './known-variables.ts'
import './variables.css'

type Props = { node: string; input: string; text: string }
type Part = { text: string } | { token: string; chip: Chip }

/** A text with its variables as chips; unknown ones are struck out. */
export function TextChips({ node, input, text }: Props) {
  const parts = useTextParts({ node, input, text })
  const show = useShowSource()
  let at = 0
  return (
    <span className="text-chips pre-wrap breaks-anywhere">
      {parts.map((part) => {
        at += 1
        return 'text' in part ? (
          <span key={at}>{part.text}</span>
        ) : (
          <VariableChip key={at} token={part.token} chip={part.chip} onOpen={show} />
        )
      })}
    </span>
  )
}

/** Names the unknown variables of a text. */
export function BrokenVariables(props: Props) {
  const { canvasFields } = useTexts()
  const broken = useTextParts(props).flatMap((part) =>
    'chip' in part && part.chip.broken ? [part.chip.label] : [],
  )
  return broken.length > 0 ? (
    <small className="field-issue block full-width text-12 line-16 text-danger" role="status">
      {canvasFields.brokenVariables([...new Set(broken)].join(', '))}
    </small>
  ) : null
}

// As a string, so that equal chips do not re-render.
function useTextParts({ node, input, text }: Props): Part[] {
  const vars = useStoredVariables(text.includes('$vars.'))
  const names = vars?.map(({ name }) => name)
  const key = useCanvas((state) => {
    const describe = describer(state, { node, input }, names)
    return JSON.stringify(
      splitTokens(text).map((part) => {
        const chip = 'text' in part ? undefined : describe(part.name)
        return 'text' in part ? part : chip ? { token: part.token, chip } : { text: part.token }
      }),
    )
  })
  return useMemo(() => JSON.parse(key) as Part[], [key])
}

type VariableChipProps = { token: string; chip: Chip; onOpen: (node: string) => void }

/** A variable. A click goes to its node. */
function VariableChip({ token, chip, onOpen }: VariableChipProps) {
  const { canvasFields } = useTexts()
  const { label, kind, broken, node } = chip
  const look = {
    className: 'variable-chip',
    title: token,
    'data-broken': broken,
    style: { '--chip': kindColor(kind) } as CSSProperties,
  }
  const content = (
    <>
      <KindGlyph kind={kind} size={10} silent />
      {label}
    </>
  )
  return node === undefined ? (
    <span {...look}>{content}</span>
  ) : (
    <button
      type="button"
      {...look}
      data-leads=""
      tabIndex={-1}
      aria-label={canvasFields.showSource(label)}
      onClick={() => onOpen(node)}
    >
      {content}
    </button>
  )
}

export function useShowSource(): (id: string) => void {
  const store = useCanvasStore()
  const flow = useReactFlow()
  return (id) => {
    const node = flow.getNode(id)
    store.getState().select([id])
    if (node) {
      const { x, y } = node.positionAbsolute ?? node.position
      const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
      flow.setCenter(x + (node.width ?? 320) / 2, y + (node.height ?? 240) / 2, {
        zoom: Math.max(0.7, Math.min(1, flow.getZoom())),
        ...(!calm && { duration: 240 }),
      })
    }
  }
}
