import { Button, Typography } from '@mui/joy'
import { Dialog } from '#client/components/dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'

type Props = { name: string; onStay: () => void; onLeave: () => void; onSaveAndLeave: () => void }

/** Only when the last changes are safe nowhere. */
export function LeaveDialog({ name, onStay, onLeave, onSaveAndLeave }: Props) {
  const { canvas, versions } = useTexts()
  return (
    <Dialog
      title={canvas.leaveTitle(name)}
      role="alertdialog"
      size="m"
      onClose={onStay}
      footer={
        <>
          <Button variant="plain" color="neutral" onClick={onStay}>
            {canvas.stayHere}
          </Button>
          <Button variant="outlined" color="danger" onClick={onLeave}>
            {versions.leaveAnyway}
          </Button>
          <Button autoFocus onClick={onSaveAndLeave}>
            {versions.tryAgain}
          </Button>
        </>
      }
    >
      <Typography level="body-md">{versions.leaveText}</Typography>
    </Dialog>
  )
}
