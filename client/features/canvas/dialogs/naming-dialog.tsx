import { Button, FormControl, FormLabel, Input } from '@mui/joy'
import { type FormEvent, useState } from 'react'
import { Dialog } from '#client/components/dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { renameFlow } from '../graph/edit.ts'
import type { Naming } from '../store/surface.ts'
import { useCanvasStore } from '../store/use-canvas.ts'

type Props = { naming: Naming }

/** Asks for the name of a flow that still has the one it began with, before its first version. */
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
