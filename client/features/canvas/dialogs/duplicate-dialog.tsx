import { Button, FormControl, FormHelperText, FormLabel, Input } from '@mui/joy'
import { type FormEvent, useState } from 'react'
import { toAppError } from '#client/api/errors.ts'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'

type Props = { id: string; name: string; onClose: () => void; onDone: (id: string) => void }

/** A copy of the flow as it is saved, under a name of its own. */
export function DuplicateDialog({ id, name, onClose, onDone }: Props) {
  const { canvas, common } = useTexts()
  const utils = trpc.useUtils()
  const duplicate = trpc.flows.duplicate.useMutation()
  const [text, setText] = useState(canvas.copyOf(name))

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const flow = await duplicate.mutateAsync({ id, name: text.trim() }).catch(() => undefined)
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
          <Button type="submit" loading={duplicate.isPending} disabled={text.trim() === ''}>
            {common.duplicate}
          </Button>
        </>
      }
    >
      <FormControl error={duplicate.isError}>
        <FormLabel>{canvas.flowName}</FormLabel>
        <Input autoFocus value={text} onChange={({ target }) => setText(target.value)} />
        {duplicate.isError && (
          <FormHelperText role="alert">{toAppError(duplicate.error).message}</FormHelperText>
        )}
      </FormControl>
    </Dialog>
  )
}
