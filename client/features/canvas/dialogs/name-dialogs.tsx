import { Button, FormControl, FormHelperText, FormLabel, Input } from '@mui/joy'
import { type FormEvent, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { useSync } from '../draft/sync-store.ts'
import { renameFlow } from '../graph/edit.ts'
import { typeOf } from '../store/document.ts'
import type { Naming } from '../store/surface.ts'
import { useCanvasStore } from '../store/use-canvas.ts'

type Props = { naming: Naming }

/** Requests a name before the first version, if the flow still has its default one. */
export function NamingDialog({ naming: { action, onDone } }: Props) {
  const { canvasAsides, common } = useTexts()
  const { naming: texts } = canvasAsides
  const store = useCanvasStore()
  const [name, setName] = useState(() => store.getState().graph.name)

  function close(isNamed: boolean) {
    store.getState().put({ naming: undefined })
    onDone(isNamed)
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const chosen = name.trim()
    if (chosen !== '') {
      store.getState().act({ name: 'renameFlow', what: chosen }, (graph) => renameFlow(graph, chosen))
      close(true)
    }
  }

  return (
    <Dialog
      title={texts.title}
      form={{ onSubmit }}
      onClose={() => close(false)}
      footer={
        <>
          <Button variant="plain" color="neutral" onClick={() => close(false)}>
            {common.cancel}
          </Button>
          <Button type="submit" disabled={name.trim() === ''}>
            {texts.actions[action]}
          </Button>
        </>
      }
    >
      <FormControl>
        <FormLabel>{texts.name}</FormLabel>
        <Input
          autoFocus
          value={name}
          slotProps={{ input: { maxLength: 255, autoComplete: 'off' } }}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setName(target.value)}
        />
      </FormControl>
    </Dialog>
  )
}

type DuplicateDialogProps = {
  id: string
  /** Defaults to the version on the canvas. */
  versionId?: string
  name: string
  onClose: () => void
  onDone: (id: string) => void
}

/** Copies the flow into a new one, which takes no requests until it is published. */
export function DuplicateDialog({ id, versionId, name, onClose, onDone }: DuplicateDialogProps) {
  const { canvas, common } = useTexts()
  const store = useCanvasStore()
  const sync = useSync()
  const utils = trpc.useUtils()
  const errorText = useErrorText()
  const ofVersion = trpc.flows.versions.duplicate.useMutation()
  const ofDraft = trpc.flows.begin.useMutation()
  const [text, setText] = useState(versionId === undefined ? canvas.copyOf(name) : name)
  const error = ofVersion.error ?? ofDraft.error

  async function copy() {
    const named = text.trim()
    if (versionId !== undefined) {
      return ofVersion.mutateAsync({ id, versionId, name: named })
    }
    const type = typeOf(store.getState())
    return ofDraft.mutateAsync({ name: named, type, flowData: sync.textOf() })
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const flow = await copy().catch(() => undefined)
    if (flow) {
      void utils.flows.summaries.invalidate()
      onDone(flow.id)
    }
  }

  return (
    <Dialog
      title={canvas.duplicateTitle}
      form={{ onSubmit }}
      onClose={onClose}
      footer={
        <>
          <Button variant="plain" color="neutral" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button
            type="submit"
            loading={ofVersion.isPending || ofDraft.isPending}
            disabled={text.trim() === ''}
          >
            {common.duplicate}
          </Button>
        </>
      }
    >
      <FormControl error={error !== null}>
        <FormLabel>{canvas.flowName}</FormLabel>
        <Input
          autoFocus
          value={text}
          slotProps={{ input: { maxLength: 255 } }}
          onChange={({ target }) => setText(target.value)}
        />
        {error && <FormHelperText role="alert">{errorText(error)}</FormHelperText>}
      </FormControl>
    </Dialog>
  )
}
