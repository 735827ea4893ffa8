import { useShallow } from 'zustand/react/shallow'
import { kindOf } from '#shared/kinds.ts'
import { useCardView, useNodeData, viewOf } from '../card/card-view.ts'
import { keyOfInput, typesOf } from '../graph/shape.ts'
import type { CanvasState } from '../store/canvas-store.ts'
import { useCanvas } from '../store/use-canvas.ts'
import { fieldsOfModel } from './field-order.ts'
import { PanelField } from './panel-field.tsx'

/** Model and temperature of the models that are linked to a node, set where they are. */
export function LinkedModels({ node }: { node: string }) {
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
