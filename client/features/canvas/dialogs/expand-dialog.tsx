import { whenOpened } from '#client/components/on-demand.tsx'
import { nodeLabel } from '#client/texts/node-texts.ts'
import type { PlacedInput, TemplateInput } from '#shared/nodes.ts'
import { viewOf } from '../card/card-view.ts'
import { isStepCondition, linksInput } from '../fields/dialog-fields.tsx'
import { setField } from '../fields/dropped-values.ts'
import { inputAt, readPath, writePath } from '../graph/rows.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

// Loaded on first opening: rarely used, with large editors.
const TextDialog = whenOpened(async () => (await import('./text-dialog.tsx')).TextDialog)
const ConditionDialog = whenOpened(async () => (await import('./condition-dialog.tsx')).ConditionDialog)
const StepConditionDialog = whenOpened(
  async () => (await import('./step-condition-dialog.tsx')).StepConditionDialog,
)
const ManageLinksDialog = whenOpened(
  async () => (await import('./manage-links-dialog.tsx')).ManageLinksDialog,
)
const PromptValuesDialog = whenOpened(
  async () => (await import('./prompt-values-dialog.tsx')).PromptValuesDialog,
)

/** Props of a dialog that edits one field. */
export type FieldDialogProps = {
  node: string
  path: string
  input: PlacedInput
  nodeLabel: string
  value: unknown
  onApply: (value: unknown) => void
  onClose: () => void
}

/** Opens the dialog of the expanded field. */
export function ExpandDialog() {
  const store = useCanvasStore()
  const request = useCanvas((state) => state.expanded)
  if (!request) {
    return null
  }
  const { graph, templates } = store.getState()
  const { node: id, field: path } = request
  const node = graph.nodes.get(id)
  const input = node && inputAt(viewOf(node, templates).shape.params, path)
  if (!node || !input) {
    return null
  }

  function apply(value: unknown) {
    const { act, history } = store.getState()
    act({ name: 'edit', what: input?.label ?? path }, (before, known) => {
      const written = writePath(before.nodes.get(id)?.data.inputs ?? {}, path, value)
      return setField(before, id, written.name, written.value, { templates: known, history })
    })
  }

  const Editor = isStepCondition(input, id) && path === input.name ? StepConditionDialog : editorOf(input)
  return (
    <Editor
      key={`${id}/${path}`}
      node={id}
      path={path}
      input={{ ...input, id: `${id}-input-${input.name}-${input.type}` }}
      nodeLabel={nodeLabel(node.data)}
      value={readPath(node.data.inputs, path)}
      onApply={apply}
      onClose={() => store.getState().put({ expanded: undefined })}
    />
  )
}

function editorOf({ name, type, acceptVariable }: TemplateInput) {
  if (name === linksInput) {
    return ManageLinksDialog
  }
  if (type === 'conditionFunction') {
    return ConditionDialog
  }
  return type === 'json' && acceptVariable ? PromptValuesDialog : TextDialog
}
