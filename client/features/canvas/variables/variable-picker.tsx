import { useTexts } from '#client/texts/texts.tsx'
import { profileOf, tokenOf } from '../graph/variables.ts'
import { Popup, type PopupPlace } from '../popups/popup.tsx'
import { useCanvas } from '../store/use-canvas.ts'
import { useHouseVariables, variablesFor } from './known-variables.ts'
import { useLastValues } from './last-values.ts'
import { VariableList } from './variable-list.tsx'

type Props = {
  at: PopupPlace
  node: string
  input: string
  /** Conditions and grids name variables without braces. */
  bare?: boolean
  onPick: (token: string) => void
  onClose: () => void
}

/** Everything a text may name, beside the text. */
export function VariablePicker({ at, node, input, bare, onPick, onClose }: Props) {
  const { canvasFields } = useTexts()
  const { variables, profile, lastValue } = useVariables(node, input)
  return (
    <Popup
      at={at}
      label={canvasFields.insertVariable}
      width={340}
      className="popup-variables"
      onClose={onClose}
      sheet
    >
      <VariableList
        autoFocus
        variables={variables}
        lastValue={lastValue}
        onPick={({ name }) => onPick(bare ? name : tokenOf(name, profile))}
      />
    </Popup>
  )
}

/** What a field may name now, and what each was in the last run. */
export function useVariables(node: string, input: string) {
  const house = useHouseVariables(true)
  const graph = useCanvas((state) => state.graph)
  const templates = useCanvas((state) => state.templates)
  const vars = house?.map(({ name }) => name)
  const lastValue = useLastValues(house)
  return {
    variables: variablesFor(graph, templates, { node, input }, vars ?? []),
    profile: profileOf(graph.nodes.get(node)),
    vars,
    lastValue,
  }
}
