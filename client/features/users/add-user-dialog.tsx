import { Button, FormControl, FormLabel } from '@mui/joy'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { FormFooter } from '#client/components/form-footer.tsx'
import { PasswordField } from '#client/components/password-field.tsx'
import { SegmentedControl } from '#client/components/segmented-control.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { createUserInput, type selectableRoles } from '#shared/users.ts'
import { OneTimeLink } from './one-time-link.tsx'
import { RoleField } from './role-field.tsx'

type Entry = 'invite' | 'password'

export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const { users: texts } = useTexts()
  const utils = trpc.useUtils()
  const create = trpc.users.create.useMutation({
    onSuccess: () => Promise.all([utils.users.list.invalidate(), utils.audit.list.invalidate()]),
  })
  if (!create.data) {
    return <AddForm create={create} onClose={onClose} />
  }
  const { user, invitation } = create.data
  return (
    <Dialog
      title={texts.added(user.username)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{texts.done}</Button>}
    >
      <div className="user-form grid gap-16 text-primary">
        {invitation ? (
          <OneTimeLink
            label={texts.invitationLink}
            text={texts.invitationText(user.username)}
            email={user.email}
            link={invitation}
          />
        ) : (
          <p role="status">{texts.addedWithPassword(user.username)}</p>
        )}
      </div>
    </Dialog>
  )
}

type FormProps = { create: ReturnType<typeof trpc.users.create.useMutation>; onClose: () => void }

function AddForm({ create, onClose }: FormProps) {
  const { users: texts } = useTexts()
  const errorText = useErrorText()
  const [role, setRole] = useState<(typeof selectableRoles)[number]>('USER')
  const [entry, setEntry] = useState<Entry>('invite')
  const [failure, setFailure] = useState<string>()
  const form = useForm(createUserInput.omit({ role: true }), ({ password, ...input }) => {
    setFailure(undefined)
    create.mutate(
      { ...input, role, ...(entry === 'password' && { password }) },
      { onError: (error) => setFailure(form.showServerErrors(error) ? undefined : errorText(error)) },
    )
  })
  return (
    <Dialog
      title={texts.addUser}
      onClose={onClose}
      locked={create.isPending}
      form={form.handlers}
      footer={
        <FormFooter submit={texts.addUser} busy={texts.adding} isBusy={create.isPending} onCancel={onClose} />
      }
    >
      <div className="user-form grid gap-16 text-primary">
        {failure && <FormBanner>{failure}</FormBanner>}
        <FormField
          label={texts.username}
          name="username"
          required
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
          required
          errors={form.errors}
          autoComplete="off"
        />
        <RoleField role={role} onChange={setRole} />
        <FormControl>
          <FormLabel>{texts.firstSignIn}</FormLabel>
          <SegmentedControl
            label={texts.firstSignIn}
            value={entry}
            options={[
              { value: 'invite', label: texts.byInvitation },
              { value: 'password', label: texts.byPassword },
            ]}
            onChange={setEntry}
          />
        </FormControl>
        {entry === 'invite' ? (
          <p className="user-note text-13 line-18 text-secondary">{texts.invitationHint}</p>
        ) : (
          <PasswordField
            label={texts.password}
            name="password"
            errors={form.errors}
            autoComplete="new-password"
          />
        )}
      </div>
    </Dialog>
  )
}
