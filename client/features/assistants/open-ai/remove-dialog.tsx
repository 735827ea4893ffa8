import { Button } from '@mui/joy'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { Row } from './open-ai-details.ts'

type Props = { row: Row; onRemoved: () => void; onClose: () => void }

export function RemoveDialog({ row, onRemoved, onClose }: Props) {
  const { assistants, common } = useTexts()
  const { removal: texts } = assistants.openAi
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const [problem, setProblem] = useState<unknown>()
  const deletion = trpc.assistants.remove.useMutation({
    async onSuccess() {
      await utils.assistants.list.invalidate()
      onRemoved()
    },
    onError: setProblem,
  })
  const remove = (isDeleteBoth: boolean) => {
    setProblem(undefined)
    deletion.mutate({ id: row.id, isDeleteBoth })
  }
  const isBusy = deletion.isPending
  return (
    <Dialog
      role="alertdialog"
      title={texts.title(row.name)}
      description={texts.text}
      onClose={onClose}
      locked={isBusy}
      footer={
        <>
          <Button variant="plain" color="neutral" disabled={isBusy} autoFocus onClick={onClose}>
            {common.cancel}
          </Button>
          <Button variant="outlined" color="danger" disabled={isBusy} onClick={() => remove(false)}>
            {texts.here}
          </Button>
          {row.credential !== '' && (
            <Button color="danger" disabled={isBusy} onClick={() => remove(true)}>
              {texts.both[row.type === 'AZURE' ? 'azure' : 'openAi']}
            </Button>
          )}
        </>
      }
    >
      {problem !== undefined && <FormBanner>{errorText(problem)}</FormBanner>}
      <p className="text-14 line-20">{row.credential === '' ? texts.noCredential : texts.bothText}</p>
    </Dialog>
  )
}
