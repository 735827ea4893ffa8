import { Alert } from '@mui/joy'
import { AsyncView } from '#client/components/async-view.tsx'
import { CredentialDialog as FormDialog } from '#client/components/credential-form/credential-dialog.tsx'
import { useKinds } from '#client/components/credential-form/credential-kinds.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { Credential } from '#shared/credentials.ts'
import { setComponentCredential, setCredential } from '../graph/edit.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

export function CredentialDialog() {
  const { canvas, nodes } = useTexts()
  const store = useCanvasStore()
  const toasts = useToasts()
  const request = useCanvas((state) => state.newCredential)
  const kinds = useKinds()
  const close = () => store.getState().put({ newCredential: undefined })
  if (!request) {
    return null
  }
  const kind = kinds.data?.find(({ name }) => request.kinds.includes(name))
  if (!kind) {
    return (
      <Dialog title={canvas.newCredential} onClose={close}>
        <AsyncView query={kinds}>{() => <Alert color="danger">{canvas.noSuchCredential}</Alert>}</AsyncView>
      </Dialog>
    )
  }

  function choose({ id, name }: Credential) {
    if (request) {
      const step = { name: 'edit' as const, what: nodes.credential }
      const { node, component } = request
      store
        .getState()
        .act(step, (graph) =>
          component === undefined
            ? setCredential(graph, node, id)
            : setComponentCredential(graph, node, component, id),
        )
      toasts.success(canvas.credentialMade(name))
    }
  }

  return (
    <FormDialog
      key={kind.name}
      kind={kind}
      title={canvas.newCredentialOf(kind.label)}
      onSaved={choose}
      onClose={close}
    />
  )
}
