import { Button, FormControl, FormLabel, Input, Option, Select, Stack } from '@mui/joy'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { Evaluation } from '#shared/evaluations.ts'
import type { RankedRow } from './rank-rows.ts'

type Props = { run: Evaluation; row: RankedRow; onClose: () => void }

/** A score of one's own beside the judge's. */
export function DisagreeDialog({ run, row, onClose }: Props) {
  const { evaluations: texts, common } = useTexts()
  const judge = run.evaluators.find(({ id, kind }) => kind === 'judge' && row.evaluatorIds.includes(id))
  const [versionId, setVersionId] = useState(run.versions.at(-1)?.id ?? '')
  const [text, setText] = useState('')
  const utils = trpc.useUtils()
  const toasts = useToasts()
  const errorText = useErrorText()
  const correct = trpc.evaluations.correct.useMutation({
    onSuccess: async () => {
      await utils.evaluations.get.invalidate({ id: run.id })
      onClose()
    },
    onError: (error) => toasts.error(errorText(error)),
  })
  const score = Number(text)
  const isValid = text !== '' && score >= 0 && score <= 1
  const save = (next: number | null) =>
    judge && correct.mutate({ id: run.id, versionId, row: row.number, evaluatorId: judge.id, score: next })
  return (
    <Dialog
      title={texts.disagreeTitle}
      description={texts.disagreeText}
      onClose={onClose}
      form={{
        onSubmit: (event) => {
          event.preventDefault()
          save(score)
        },
      }}
      footer={
        <>
          <Button variant="plain" color="neutral" onClick={() => save(null)}>
            {texts.takeBack}
          </Button>
          <Button variant="outlined" color="neutral" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" disabled={!isValid} loading={correct.isPending}>
            {texts.save}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 4 }}>
        <FormControl>
          <FormLabel>{texts.ofVersion}</FormLabel>
          <Select value={versionId} onChange={(_, id) => id && setVersionId(id)}>
            {run.versions.map((version) => (
              <Option key={version.id} value={version.id}>
                {texts.nameOfVersion(version)} {version.modelName}
              </Option>
            ))}
          </Select>
        </FormControl>
        <FormControl>
          <FormLabel>{texts.yourScore}</FormLabel>
          <Input
            type="number"
            value={text}
            slotProps={{ input: { min: 0, max: 1, step: 0.05 } }}
            onChange={({ target }) => setText(target.value)}
          />
        </FormControl>
      </Stack>
    </Dialog>
  )
}
