import { onDemand, whenOpened } from '#client/components/on-demand.tsx'
import { nodeLabel } from '#client/texts/node-texts.ts'
import type { PlacedInput, TemplateInput } from '#shared/nodes.ts'
import type { View } from '../board/board.ts'
import type { useLeaveGuard } from '../draft/draft.ts'
import { isStepCondition, linksInput } from '../fields/fields.ts'
import { setField } from '../graph/field-values.ts'
import { inputAt, readPath, writePath } from '../graph/rows.ts'
import { viewOf } from '../store/card-view.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

const PictureDialog = onDemand(async () => (await import('./picture-dialog.tsx')).PictureDialog)
const ConflictDialog = onDemand(async () => (await import('./draft-dialogs.tsx')).ConflictDialog)
const CredentialDialog = onDemand(async () => (await import('./credential-dialog.tsx')).CredentialDialog)
const DuplicateDialog = onDemand(
  async () => (await import('../versions/duplicate-dialog.tsx')).DuplicateDialog,
)
const ImportDialog = onDemand(async () => (await import('./import-dialog.tsx')).ImportDialog)
const LeaveDialog = onDemand(async () => (await import('./draft-dialogs.tsx')).LeaveDialog)
const NamingDialog = onDemand(async () => (await import('./draft-dialogs.tsx')).NamingDialog)
const ShortcutsDialog = onDemand(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

type Props = {
  guard: ReturnType<typeof useLeaveGuard>
  save: () => Promise<boolean>
  view: View
  onOpenFlow: (id: string) => void
}

export function Dialogs({ guard, save, view, onOpenFlow }: Props) {
  const store = useCanvasStore()
  const dialog = useCanvas((state) => state.dialog)
  const saved = useCanvas((state) => state.saved)
  const naming = useCanvas((state) => state.naming)
  const isImporting = useCanvas(({ importing }) => importing !== undefined)
  const wantsCredential = useCanvas(({ newCredential }) => newCredential !== undefined)
  const name = useCanvas(({ graph }) => graph.name)
  const close = () => store.getState().put({ dialog: undefined })
  const { waiting, go, stay } = guard

  return (
    <>
      {dialog === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {dialog === 'picture' && <PictureDialog onClose={close} />}
      {dialog === 'conflict' && <ConflictDialog onClose={close} onOpenFlow={onOpenFlow} />}
      {dialog === 'duplicate' && saved && (
        <DuplicateDialog
          id={saved.id}
          name={name}
          onClose={close}
          onDone={(id) => {
            close()
            onOpenFlow(id)
          }}
        />
      )}
      {naming && <NamingDialog naming={naming} />}
      {isImporting && <ImportDialog view={view} onOpenFlow={onOpenFlow} />}
      {waiting !== undefined && (
        <LeaveDialog
          name={name}
          onStay={stay}
          onLeave={() => go(waiting)}
          onSaveAndLeave={async () => {
            if (await save()) {
              go(waiting)
            } else {
              stay()
            }
          }}
        />
      )}
      <ExpandDialog />
      {wantsCredential && <CredentialDialog />}
    </>
  )
}

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
function ExpandDialog() {
  const store = useCanvasStore()
  const request = useCanvas((state) => state.expanded)
  if (!request) {
    return null
  }
  const { graph, templates } = store.getState()
  const { node: id, field: path } = request
  const node = graph.nodes.get(id)
  const input = node && inputAt(viewOf(node, templates).shape.params, path, node.data.inputs, templates)
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
