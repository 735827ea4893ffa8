import { Button, FormControl, FormHelperText, FormLabel, Input } from '@mui/joy'
import { type FormEvent, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { FlowVersion } from '#shared/flow-versions.ts'

type Props = { flowId: string; version: FlowVersion; onClose: () => void }

export function NameDialog({ flowId, version, onClose }: Props) {
  const { versions, common } = useTexts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const rename = trpc.flows.versions.name.useMutation({
    onSuccess: async () => {
      await utils.flows.versions.list.invalidate()
      onClose()
    },
  })
  const [text, setText] = useState(version.name ?? '')

  function save(name: string | null) {
    rename.mutate({ id: flowId, versionId: version.id, name })
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() !== '') {
      save(text.trim())
    }
  }

  return (
    <Dialog
      title={versions.nameTitle(versions.short(version.number))}
      form={{ onSubmit }}
      onClose={onClose}
      footer={
        <>
          {version.name !== null && (
            <Button variant="plain" color="danger" onClick={() => save(null)} sx={{ mr: 'auto' }}>
              {versions.removeName}
            </Button>
          )}
          <Button variant="plain" color="neutral" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={rename.isPending} disabled={text.trim() === ''}>
            {common.save}
          </Button>
        </>
      }
    >
      <FormControl error={rename.isError}>
        <FormLabel>{versions.nameLabel}</FormLabel>
        <Input
          autoFocus
          value={text}
          slotProps={{ input: { maxLength: 200 } }}
          onChange={({ target }) => setText(target.value)}
        />
        <FormHelperText role={rename.isError ? 'alert' : undefined}>
          {rename.isError ? errorText(rename.error) : versions.nameHint}
        </FormHelperText>
      </FormControl>
    </Dialog>
  )
}
