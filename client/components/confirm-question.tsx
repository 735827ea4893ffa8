import { Button } from '@mui/joy'
import { useTexts } from '#client/texts/texts.tsx'
import type { Question } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

export function ConfirmQuestion({
  title,
  description,
  confirmButtonName,
  cancelButtonName,
  danger,
  answer,
}: Question) {
  const { common } = useTexts()
  return (
    <Dialog
      title={title}
      role="alertdialog"
      onClose={() => answer(false)}
      footer={
        <>
          <Button variant="plain" color="neutral" autoFocus={danger === true} onClick={() => answer(false)}>
            {cancelButtonName ?? common.cancel}
          </Button>
          <Button color={danger ? 'danger' : 'primary'} autoFocus={!danger} onClick={() => answer(true)}>
            {confirmButtonName ?? common.ok}
          </Button>
        </>
      }
    >
      {description}
    </Dialog>
  )
}
