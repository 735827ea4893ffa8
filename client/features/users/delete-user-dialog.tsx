import { Button, FormControl, FormLabel, Input } from '@mui/joy'
import { type FormEvent, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { Money } from '#client/components/money.tsx'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { ListedUser } from '#shared/users.ts'
import { useClosing } from './use-closing.ts'

type Props = { user: ListedUser; onClose: () => void }

/** Deletion is irreversible, so the username must be typed. */
export function DeleteUserDialog({ user, onClose }: Props) {
  const { users: texts, common } = useTexts()
  const errorText = useErrorText()
  const { id, username, balance } = user
  const [typed, setTyped] = useState('')
  const { isDone, succeed } = useClosing(onClose)
  const remove = trpc.users.remove.useMutation({ onSuccess: succeed })
  const isNamed = typed.trim() === username
  const isBusy = remove.isPending || isDone

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isNamed && !isBusy) {
      remove.mutate({ id })
    }
  }

  return (
    <Dialog
      title={texts.deleteTitle(username)}
      role="alertdialog"
      onClose={onClose}
      locked={remove.isPending}
      form={{ onSubmit, noValidate: true }}
      footer={
        <>
          <Button variant="plain" color="neutral" disabled={remove.isPending} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" color="danger" disabled={!isNamed || isBusy}>
            {remove.isPending ? texts.deleting : texts.confirmDelete}
          </Button>
        </>
      }
    >
      <div className="user-form grid gap-16 text-primary">
        {remove.error && <FormBanner>{errorText(remove.error)}</FormBanner>}
        {isDone && (
          <p
            className="user-done text-13 line-18 round-sm pad-10-14 backdrop-success text-success-soft"
            role="status"
          >
            {texts.deleted(username)}
          </p>
        )}
        <p>{texts.deleteText(username)}</p>
        <p className="user-note text-13 line-18 text-secondary">{texts.deleteDetails}</p>
        <dl className="user-loss">
          <ReceiptLine label={texts.deleteBalance} value={<Money dollars={balance} />} />
        </dl>
        <FormControl>
          <FormLabel>{texts.typeName(username)}</FormLabel>
          <Input
            value={typed}
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
          />
        </FormControl>
      </div>
    </Dialog>
  )
}
