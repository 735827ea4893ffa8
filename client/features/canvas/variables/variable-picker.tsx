import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { foldText } from '#client/components/fold-text.ts'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { profileOf, tokenOf, type Variable, variableGroups } from '../graph/variables.ts'
import { Popup, type PopupPlace, useActive } from '../popups/popups.ts'
import { useCanvas } from '../store/use-canvas.ts'
import { useLastValues, useStoredVariables, variablesFor } from './known-variables.ts'
import './variables.css'

type Props = {
  at: PopupPlace
  node: string
  input: string
  /** Variables without braces, for conditions and grids. */
  bare?: boolean
  onPick: (token: string) => void
  onClose: () => void
}

/** Popup with the variables a text may use. */
export function VariablePicker({ at, node, input, bare, onPick, onClose }: Props) {
  const { canvasFields } = useTexts()
  const { variables, profile, lastValue } = useVariables(node, input)
  return (
    <Popup
      at={at}
      label={canvasFields.insertVariable}
      width={340}
      className="popup-variables stack unpadded clips"
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

/** The variables a field may use, with their values in the last run. */
export function useVariables(node: string, input: string) {
  const platform = useStoredVariables(true)
  const graph = useCanvas((state) => state.graph)
  const templates = useCanvas((state) => state.templates)
  const vars = platform?.map(({ name }) => name)
  const lastValue = useLastValues(platform)
  return {
    variables: variablesFor(graph, templates, { node, input }, vars ?? []),
    profile: profileOf(graph.nodes.get(node)),
    vars,
    lastValue,
  }
}

type VariableListProps = {
  variables: readonly Variable[]
  /** Its value in the last run. */
  lastValue: (name: string) => string | undefined
  onPick: (variable: Variable) => void
  autoFocus?: boolean
}

export function VariableList({ variables, lastValue, onPick, autoFocus }: VariableListProps) {
  const { canvasFields } = useTexts()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [words, setWords] = useState('')
  const found = variables.filter(({ label, name }) => foldText(`${label} ${name}`).includes(foldText(words)))
  const { active, setActive, move } = useActive(found.length, (index) => `${id}-${index}`, 0)

  useEffect(() => {
    if (autoFocus) {
      input.current?.focus({ preventScroll: true })
    }
  }, [autoFocus])

  function onKeyDown(event: KeyboardEvent) {
    const variable = found[active]
    if (!move(event, false) && event.key === 'Enter' && !event.ctrlKey && !event.metaKey && variable) {
      event.preventDefault()
      onPick(variable)
    }
  }

  return (
    <div className="variable-list stack grows shrinks-y">
      <div className="variable-search row gap-8 rigid text-tertiary outlined-strong pad-0-10 height-36 surface round-6">
        <Search size={15} aria-hidden="true" />
        <input
          className="grows shrinks no-background borderless no-outline text-primary"
          ref={input}
          type="search"
          aria-controls={id}
          aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
          aria-label={canvasFields.filterVariables}
          placeholder={canvasFields.typeToFilter}
          value={words}
          onChange={({ target }) => {
            setWords(target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div
        role="listbox"
        id={id}
        aria-label={canvasFields.variables}
        className="variable-rows grows shrinks-y scrolls-y"
        tabIndex={0}
      >
        {variableGroups.map((group) => {
          const rows = found.filter((variable) => variable.group === group)
          return rows.length === 0 ? null : (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, for which there is no element
            <div key={group} role="group" aria-label={canvasFields.variableGroups[group]}>
              <p className="text-tertiary" aria-hidden="true">
                {canvasFields.variableGroups[group]}
              </p>
              {rows.map((variable) => {
                const index = found.indexOf(variable)
                return (
                  <VariableRow
                    key={variable.name}
                    id={`${id}-${index}`}
                    variable={variable}
                    value={lastValue(variable.name)}
                    isActive={index === active}
                    onActivate={() => setActive(index)}
                    onPick={onPick}
                  />
                )
              })}
            </div>
          )
        })}
      </div>
      {found.length === 0 && <p className="choice-note text-tertiary pad-10-12">{canvasFields.noVariable}</p>}
    </div>
  )
}

type RowProps = {
  id: string
  variable: Variable
  value: string | undefined
  isActive: boolean
  onActivate: () => void
  onPick: (variable: Variable) => void
}

function VariableRow({ id, variable, value, isActive, onActivate, onPick }: RowProps) {
  const { canvasFields } = useTexts()
  const { kind, label, node, name } = variable
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the filter above has the focus and the keys
    // biome-ignore lint/a11y/useFocusableInteractive: options are pointed at with aria-activedescendant
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      data-active={isActive || undefined}
      title={name}
      onMouseMove={onActivate}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPick(variable)}
    >
      <KindGlyph kind={kind} size={12} />
      <span className="breaks-anywhere">{label}</span>
      <small className="truncate shrinks text-tertiary">
        {value === undefined ? node : value === '' ? canvasFields.emptyValue : value}
      </small>
    </div>
  )
}
