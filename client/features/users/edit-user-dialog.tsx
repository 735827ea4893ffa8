import { Button } from '@mui/joy'
import { type FormEvent, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { PasswordField } from '#client/components/password-field.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { type ListedUser, updateUserInput } from '#shared/users.ts'
import { ResetLink } from './reset-link.tsx'
import { ResetSecondFactor } from './reset-second-factor.tsx'
import { RoleField } from './role-field.tsx'
import { useClosing } from './use-closing.ts'

type Props = { user: ListedUser; onClose: () => void }

/** Sends only changed, non-empty fields; a blank password stays unchanged. */
export function EditUserDialog({ user, onClose }: Props) {
  const { users: texts, common } = useTexts()
  const errorText = useErrorText()
  const [role, setRole] = useState(user.role)
  const [failure, setFailure] = useState<string>()
  const { isDone, succeed } = useClosing(onClose)

  const update = trpc.users.update.useMutation({
    onSuccess: succeed,
    onError: (error) => setFailure(form.showServerErrors(error) ? undefined : errorText(error)),
  })
  const form = useForm(updateUserInput.omit({ id: true, role: true }), (input) => {
    const changes = changesOf(user, { ...input, role })
    setFailure(Object.keys(changes).length === 0 ? texts.nothingChanged : undefined)
    if (Object.keys(changes).length > 0) {
      update.mutate({ id: user.id, ...changes })
    }
  })
  const isBusy = update.isPending || isDone
  const onSubmit = (event: FormEvent<HTMLFormElement>) =>
    isBusy ? event.preventDefault() : form.handlers.onSubmit(event)

  return (
    <Dialog
      title={texts.editTitle(user.username)}
      onClose={onClose}
      locked={update.isPending}
      form={{ ...form.handlers, onSubmit }}
      footer={
        <>
          <Button variant="plain" color="neutral" disabled={update.isPending} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" disabled={isBusy}>
            {update.isPending ? texts.saving : texts.save}
          </Button>
        </>
      }
    >
      <div className="user-form grid gap-16 text-primary">
        {failure && <FormBanner>{failure}</FormBanner>}
        {isDone && (
          <p
            className="user-done text-13 line-18 round-sm pad-10-14 backdrop-success text-success-soft"
            role="status"
          >
            {texts.updated(update.data?.username ?? user.username)}
          </p>
        )}
        <FormField
          label={texts.username}
          name="username"
          defaultValue={user.username}
          errors={form.errors}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        <FormField
          label={texts.email}
          name="email"
          type="email"
          defaultValue={user.email}
          errors={form.errors}
          autoComplete="off"
        />
        <PasswordField
          label={texts.password}
          name="password"
          placeholder={texts.passwordPlaceholder}
          errors={form.errors}
          autoComplete="new-password"
        />
        <RoleField role={role} onChange={setRole} />
        <ResetLink user={user} />
        {user.hasSecondFactor && <ResetSecondFactor user={user} />}
      </div>
    </Dialog>
  )
}

type Fields = Partial<Record<'username' | 'email' | 'password' | 'role', string | undefined>>

/** The changed fields among those that are not empty, so that a corrected address leaves the rest unchanged. */
function changesOf(user: ListedUser, fields: Fields) {
  const known: Fields = { username: user.username, email: user.email, role: user.role }
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value && value !== known[name as keyof Fields]),
  )
}
