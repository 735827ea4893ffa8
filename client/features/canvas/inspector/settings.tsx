import { useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { foldText } from '#client/components/fold-text.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { kindOf } from '#shared/kinds.ts'
import type { PlacedInput } from '#shared/nodes.ts'
import { setField } from '../graph/field-values.ts'
import { keyOfInput, typesOf } from '../graph/shape.ts'
import type { CanvasState } from '../store/canvas-store.ts'
import { type CardView, isChanged, useCardView, useNodeData, viewOf } from '../store/card-view.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { LinkFold } from './link-section.tsx'
import { PanelField } from './panel-field.tsx'
import { MoreSettings } from './panel-fold.tsx'

const manyFields = 10

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
        <div className="settings-bar row wraps">
          {isMany && (
            <input
              type="search"
              className="input-box text-primary surface outlined-strong"
              aria-label={canvasFields.filterFields}
              placeholder={canvasFields.filterFields}
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
          )}
          <label className="row gap-8 text-12 text-secondary">
            <input
              type="checkbox"
              role="switch"
              className="field-switch rigid relative pressable round-8"
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
        <p className="panel-help text-12 line-16 text-tertiary margin-4-0-0" role="status">
          {canvasFields.noFieldFound}
        </p>
      )}
      <LinkFold node={node} />
    </>
  )
}

// As one string, so that typing re-renders the list only when its content changes.
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

/** Resets all changed fields to their defaults, as one step. */
function ResetAll({ node, fields, changed }: ResetProps) {
  const { canvasFields } = useTexts()
  const store = useCanvasStore()

  function reset() {
    const { act, history } = store.getState()
    act({ name: 'edit', what: canvasFields.resetAll }, (graph, templates) =>
      fields
        .filter(({ name }) => changed.includes(name))
        .reduce(
          (before, { name, default: defaults }) =>
            setField(before, node, name, defaults ?? '', { templates, history }),
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

/** Fields of the models linked to a node. Changes are written to those models. */
function LinkedModels({ node }: { node: string }) {
  const models = useCanvas(useShallow((state) => modelsOf(state, node)))
  return models.map((model) => <LinkedModel key={model} model={model} />)
}

function LinkedModel({ model }: { model: string }) {
  const fields = useCardView(model, fieldsOfModel)
  const label = useNodeData(model, (data) => data.label || data.name) ?? ''
  return fields.map((input) => (
    <PanelField key={keyOfInput(input)} node={model} input={input} setIn={label} />
  ))
}

function modelsOf({ graph, templates }: CanvasState, id: string): string[] {
  const node = graph.nodes.get(id)
  if (!node) {
    return []
  }
  const handles = viewOf(node, templates)
    .anchors.filter((anchor) => kindOf(typesOf(anchor)) === 'model')
    .map((anchor) => anchor.id)
  return [...graph.edges.values()]
    .filter(({ target, targetHandle }) => target === id && handles.includes(targetHandle ?? ''))
    .map(({ source }) => source)
}

const instructions = /prompt|instruction|system/i

export type FieldOrder = {
  /** Instructions of a model, the most edited fields. */
  first: readonly PlacedInput[]
  others: readonly PlacedInput[]
  more: readonly PlacedInput[]
}

/** Order of fields in the panel: instructions first, including those behind "More settings" on the card. */
function orderFields({ params, more }: Pick<CardView, 'params' | 'more'>): FieldOrder {
  const isFirst = ({ name, type, rows }: PlacedInput) =>
    type === 'string' && (rows ?? 0) > 1 && instructions.test(name)
  return {
    first: [...params, ...more].filter(isFirst),
    others: params.filter((input) => !isFirst(input)),
    more: more.filter((input) => !isFirst(input)),
  }
}

const shared = ['modelName', 'temperature']

function fieldsOfModel({ params, more }: Pick<CardView, 'params' | 'more'>): PlacedInput[] {
  return shared.flatMap((name) => [...params, ...more].find((input) => input.name === name) ?? [])
}
