import { useMemo } from 'react'
import type { Chip } from '#client/components/editor/chip.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { splitTokens } from '../graph/variables-text.ts'
import { useCanvas } from '../store/use-canvas.ts'
import { describer, useHouseVariables } from './known-variables.ts'
import { useShowSource } from './use-show-source.ts'
import { VariableChip } from './variable-chip.tsx'

type Props = { node: string; input: string; text: string }
type Part = { text: string } | { token: string; chip: Chip }

/** A text with its variables as chips, and what nothing gives struck out. */
export function TextChips({ node, input, text }: Props) {
  const parts = useTextParts({ node, input, text })
  const show = useShowSource()
  let at = 0
  return (
    <span className="text-chips">
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

/** Below a text: which of its variables nothing gives. */
export function BrokenVariables(props: Props) {
  const { canvasFields } = useTexts()
  const broken = useTextParts(props).flatMap((part) =>
    'chip' in part && part.chip.broken ? [part.chip.label] : [],
  )
  return broken.length > 0 ? (
    <small className="field-fault" role="status">
      {canvasFields.brokenVariables([...new Set(broken)].join(', '))}
    </small>
  ) : null
}

// As a text, so that the same chips compare as the same and nothing is drawn anew.
function useTextParts({ node, input, text }: Props): Part[] {
  const vars = useHouseVariables(text.includes('$vars.'))
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
