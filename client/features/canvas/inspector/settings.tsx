import { useState } from 'react'
import { foldText } from '#client/components/fold-text.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { PlacedInput } from '#shared/nodes.ts'
import { isChanged, useCardView, useNodeData } from '../card/card-view.ts'
import { setField } from '../fields/dropped-values.ts'
import { keyOfInput } from '../graph/shape.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import { orderFields } from './field-order.ts'
import { LinkSection } from './link-section.tsx'
import { LinkedModels } from './linked-model.tsx'
import { MoreSettings } from './more-settings.tsx'
import { PanelField } from './panel-field.tsx'
import './settings.css'

const manyFields = 10

/** Fields and links of a node, what is changed most first. Where there are many they can be filtered, and those that were changed shown alone. */
export function Settings({ node }: { node: string }) {
  const { canvasFields } = useTexts()
  const params = useCardView(node, (view) => view.params)
  const more = useCardView(node, (view) => view.more)
  const [words, setWords] = useState('')
  const [onlyChanged, setOnlyChanged] = useState(false)
  const fields = [...params, ...more]
  const changed = useChanged(node, fields)
  const isMany = fields.length > manyFields
  const fits = ({ label, name }: PlacedInput) =>
    foldText(`${label} ${name}`).includes(foldText(words)) && (!onlyChanged || changed.includes(name))
  const order = orderFields({ params, more })
  const [first, found, foundMore] = [order.first, order.others, order.more].map((each) => each.filter(fits))
  const isFiltered = words !== '' || onlyChanged
  const fieldOf = (input: PlacedInput) => <PanelField key={keyOfInput(input)} node={node} input={input} />
  return (
    <>
      {(isMany || changed.length > 1) && (
        <div className="settings-bar">
          {isMany && (
            <input
              type="search"
              aria-label={canvasFields.filterFields}
              placeholder={canvasFields.filterFields}
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
          )}
          <label>
            <input
              type="checkbox"
              role="switch"
              className="field-switch"
              aria-checked={onlyChanged}
              checked={onlyChanged}
              onChange={({ target }) => setOnlyChanged(target.checked)}
            />
            {canvasFields.onlyChanged}
          </label>
          <ResetAll node={node} fields={fields} changed={changed} />
        </div>
      )}
      {first?.map(fieldOf)}
      {!isFiltered && <LinkedModels node={node} />}
      {found?.map(fieldOf)}
      <MoreSettings
        node={node}
        fields={order.more}
        changed={changed}
        found={isFiltered ? foundMore : undefined}
      >
        {(shown) => shown.map(fieldOf)}
      </MoreSettings>
      {!fields.some(fits) && fields.length > 0 && (
        <p className="panel-help" role="status">
          {canvasFields.noFieldFound}
        </p>
      )}
      <LinkSection node={node} />
    </>
  )
}

// As one text, so that typing in a field redraws the list only when it changes what is in it.
function useChanged(node: string, fields: readonly PlacedInput[]): string[] {
  const key = useNodeData(node, ({ inputs }) =>
    JSON.stringify(
      fields
        .filter((input) => input.type !== 'credential' && isChanged(input, inputs[input.name]))
        .map(({ name }) => name),
    ),
  )
  return key === undefined ? [] : (JSON.parse(key) as string[])
}

type ResetProps = { node: string; fields: readonly PlacedInput[]; changed: readonly string[] }

/** Everything back to what a fresh node has, as one step. */
function ResetAll({ node, fields, changed }: ResetProps) {
  const { canvasFields } = useTexts()
  const store = useCanvasStore()

  function reset() {
    const { act, history } = store.getState()
    act({ name: 'edit', what: canvasFields.resetAll }, (graph, templates) =>
      fields
        .filter(({ name }) => changed.includes(name))
        .reduce(
          (before, { name, default: usual }) =>
            setField(before, node, name, usual ?? '', { templates, history }),
          graph,
        ),
    )
  }

  return (
    <button type="button" className="link-button" disabled={changed.length === 0} onClick={reset}>
      {canvasFields.resetAll}
    </button>
  )
}
