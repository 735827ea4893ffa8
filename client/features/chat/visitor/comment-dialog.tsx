import { Button, FormControl, FormLabel, Textarea } from '@mui/joy'
import { useState } from 'react'
import { Dialog } from '#client/components/dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'

const MAX_CHARACTERS = 4_000

type Props = {
  comment: string
  isSending: boolean
  onSend: (comment: string) => Promise<void>
  onClose: () => void
}

export function CommentDialog({ comment, isSending, onSend, onClose }: Props) {
  const { chatVisitor: texts } = useTexts()
  const [typed, setTyped] = useState(comment)
  return (
    <Dialog
      title={texts.commentTitle}
      description={texts.commentText}
      onClose={onClose}
      locked={isSending}
      form={{
        noValidate: true,
        onSubmit: (event) => {
          event.preventDefault()
          // Errors have been reported by then.
          void (typed.trim() === '' ? onClose() : onSend(typed).catch(() => undefined))
        },
      }}
      footer={
        <>
          <Button variant="plain" color="neutral" onClick={onClose}>
            {texts.noComment}
          </Button>
          <Button type="submit" loading={isSending}>
            {texts.sendComment}
          </Button>
        </>
      }
    >
      <FormControl>
        <FormLabel>{texts.comment}</FormLabel>
        <Textarea
          autoFocus
          minRows={3}
          maxRows={8}
          placeholder={texts.commentHint}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          slotProps={{ textarea: { maxLength: MAX_CHARACTERS } }}
        />
      </FormControl>
    </Dialog>
  )
}
