import { Button, Typography } from '@mui/joy'
import { Dialog } from '#client/components/dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { ConflictAnswer } from '../header/use-saving.ts'

/** Somebody else has saved the flow since it was opened here: nothing is written without a decision. */
export function ConflictDialog({ onAnswer }: { onAnswer: (answer: ConflictAnswer) => void }) {
  const { canvas, common } = useTexts()
  return (
    <Dialog
      title={canvas.conflictTitle}
      size="m"
      onClose={() => onAnswer('cancel')}
      footer={
        <>
          <Button variant="plain" color="neutral" onClick={() => onAnswer('cancel')}>
            {common.cancel}
          </Button>
          <Button variant="outlined" color="neutral" onClick={() => onAnswer('reload')}>
            {canvas.takeTheirs}
          </Button>
          <Button color="danger" onClick={() => onAnswer('overwrite')}>
            {canvas.keepMine}
          </Button>
        </>
      }
    >
      <Typography level="body-md">{canvas.conflictText}</Typography>
    </Dialog>
  )
}
