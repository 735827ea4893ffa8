import { Button } from '@mui/joy'
import type { ReactNode } from 'react'
import { Dialog } from '#client/components/dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { TransferKind } from '#shared/export-import.ts'

type Props = {
  texts: { title: string; action: string }
  description?: ReactNode
  /** The chosen kinds; without one there is nothing to submit. */
  kinds: TransferKind[]
  onSubmit: (kinds: TransferKind[]) => void
  onClose: () => void
  children: ReactNode
}

export function TransferForm({ texts, description, kinds, onSubmit, onClose, children }: Props) {
  const { common } = useTexts()
  return (
    <Dialog
      title={texts.title}
      description={description}
      size="m"
      onClose={onClose}
      form={{
        onSubmit: (event) => {
          event.preventDefault()
          onSubmit(kinds)
        },
      }}
      footer={
        <>
          <Button variant="plain" color="neutral" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" disabled={kinds.length === 0}>
            {texts.action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
