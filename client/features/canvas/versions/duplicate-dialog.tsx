import { Button, FormControl, FormHelperText, FormLabel, Input } from '@mui/joy'
import { type FormEvent, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { useSync } from '../draft/sync-store.ts'
import { typeOf } from '../store/document.ts'
import { useCanvasStore } from '../store/use-canvas.ts'

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
