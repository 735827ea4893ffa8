import { Button, FormControl, FormLabel, Stack, Textarea } from '@mui/joy'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { SettingSwitch } from '#client/components/setting-fields.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { DatasetRow, DatasetWithRows } from '#shared/datasets.ts'
import { RowEvaluators } from './row-evaluators.tsx'

type Props = { set: DatasetWithRows; row?: DatasetRow; number?: number; onClose: () => void }

/** Writes or changes a row. */
export function RowDialog({ set, row, number = 0, onClose }: Props) {
  const { evaluations: texts, common } = useTexts()
  const [input, setInput] = useState(row?.input ?? '')
  const [output, setOutput] = useState(row?.output ?? '')
  const [mustPass, setMustPass] = useState(row?.mustPass ?? false)
  const [evaluatorIds, setEvaluatorIds] = useState(row?.evaluatorIds ?? null)
  const utils = trpc.useUtils()
  const toasts = useToasts()
  const errorText = useErrorText()
  const onSuccess = async () => {
    await utils.datasets.get.invalidate({ id: set.id })
    onClose()
  }
  const onError = (error: unknown) => toasts.error(errorText(error))
  const add = trpc.datasets.addRow.useMutation({ onSuccess, onError })
  const save = trpc.datasets.updateRow.useMutation({ onSuccess, onError })
  const remove = trpc.datasets.removeRow.useMutation({ onSuccess, onError })
  const fields = { input, output, mustPass, evaluatorIds }
  return (
    <Dialog
      title={row ? texts.editRow(number) : texts.addRow}
      size="m"
      onClose={onClose}
      form={{
        onSubmit: (event) => {
          event.preventDefault()
          if (row) {
            save.mutate({ id: row.id, ...fields })
          } else {
            add.mutate({ datasetId: set.id, ...fields })
          }
        },
      }}
      footer={
        <>
          {row && (
            <Button
              variant="plain"
              color="danger"
              sx={{ mr: 'auto' }}
              onClick={() => remove.mutate({ id: row.id })}
            >
              {texts.deleteRow}
            </Button>
          )}
          <Button variant="outlined" color="neutral" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" disabled={input.trim() === ''} loading={add.isPending || save.isPending}>
            {texts.save}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 4 }}>
        <FormControl>
          <FormLabel>{texts.question}</FormLabel>
          <Textarea minRows={2} value={input} onChange={({ target }) => setInput(target.value)} />
        </FormControl>
        <FormControl>
          <FormLabel>{texts.expected}</FormLabel>
          <Textarea minRows={4} value={output} onChange={({ target }) => setOutput(target.value)} />
        </FormControl>
        <SettingSwitch label={texts.mustPass} checked={mustPass} onChange={setMustPass} />
        <RowEvaluators chosen={evaluatorIds} ofSet={set.evaluatorIds} onChange={setEvaluatorIds} />
      </Stack>
    </Dialog>
  )
}
