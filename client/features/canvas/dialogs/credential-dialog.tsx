import { Alert, Button, FormControl, FormLabel, Input } from '@mui/joy'
import { type FormEvent, useId, useState } from 'react'
import { toAppError } from '#client/api/errors.ts'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { TemplateInput } from '#shared/nodes.ts'
import { Field } from '../fields/field.tsx'
import { setCredential } from '../graph/edit.ts'
import { isFilled, withDefaults } from '../graph/shape.ts'
import { plainText } from '../inspector/panel-field.tsx'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

type Kind = {
  name: string
  label: string
  description?: string | undefined
  inputs: readonly TemplateInput[]
}

/** A new credential, of a kind the node takes: its form is made from what the kind declares. */
export function CredentialDialog() {
  const { canvas } = useTexts()
  const store = useCanvasStore()
  const wish = useCanvas((state) => state.newCredential)
  const kinds = trpc.credentials.kinds.useQuery(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
    enabled: wish !== undefined,
  })
  const close = () => store.getState().put({ newCredential: undefined })
  if (!wish) {
    return null
  }
  const kind = kinds.data?.find(({ name }) => wish.kinds.includes(name))
  if (!kind) {
    return (
      <Dialog title={canvas.newCredential} onClose={close}>
        <AsyncView query={kinds}>{() => <Alert color="danger">{canvas.noSuchCredential}</Alert>}</AsyncView>
      </Dialog>
    )
  }
  return <CredentialForm key={kind.name} node={wish.node} kind={kind} onClose={close} />
}

function CredentialForm({ node, kind, onClose }: { node: string; kind: Kind; onClose: () => void }) {
  const { canvas, common, nodes } = useTexts()
  const id = useId()
  const store = useCanvasStore()
  const toasts = useToasts()
  const utils = trpc.useUtils()
  const create = trpc.credentials.create.useMutation()
  const [name, setName] = useState(kind.label)
  const [values, setValues] = useState<Record<string, unknown>>({})
  const filled = withDefaults(kind.inputs, values)
  const complete =
    name.trim() !== '' && kind.inputs.every((input) => input.optional || isFilled(filled[input.name]))

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const input = { name: name.trim(), credentialName: kind.name, plainDataObj: filled }
    const credential = await create.mutateAsync(input).catch(() => undefined)
    if (!credential) {
      return
    }
    await utils.credentials.list.invalidate()
    store
      .getState()
      .act({ name: 'edit', what: nodes.credential }, (graph) => setCredential(graph, node, credential.id))
    toasts.success(canvas.credentialMade(credential.name))
    onClose()
  }

  return (
    <Dialog
      title={canvas.newCredentialOf(kind.label)}
      {...(kind.description && { description: plainText(kind.description) })}
      form={{ onSubmit }}
      onClose={onClose}
      locked={create.isPending}
      footer={
        <>
          <Button variant="plain" color="neutral" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={create.isPending} disabled={!complete}>
            {canvas.createCredential}
          </Button>
        </>
      }
    >
      <FormControl>
        <FormLabel>{canvas.credentialName}</FormLabel>
        <Input autoFocus value={name} onChange={({ target }) => setName(target.value)} />
      </FormControl>
      {kind.inputs.map((input) => (
        <div key={input.name} className="panel-field" data-editor={input.type}>
          <div className="panel-label">
            <label id={`${id}${input.name}label`} htmlFor={`${id}${input.name}`}>
              {input.label}
            </label>
            {!input.optional && <i className="need" role="img" aria-label={nodes.required} />}
          </div>
          <Field
            input={input}
            value={filled[input.name]}
            onChange={(value) => setValues((before) => ({ ...before, [input.name]: value }))}
            id={`${id}${input.name}`}
            labelId={`${id}${input.name}label`}
            place="form"
          />
          {input.description && <p className="panel-help">{plainText(input.description)}</p>}
        </div>
      ))}
      {create.isError && (
        <Alert color="danger" role="alert">
          {toAppError(create.error).message}
        </Alert>
      )}
    </Dialog>
  )
}
