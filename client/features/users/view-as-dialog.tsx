import { Button } from '@mui/joy'
import { useState } from 'react'
import { startImpersonation } from '#client/api/session.ts'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { impersonateInput, type ListedUser } from '#shared/users.ts'

type Props = { user: ListedUser; onClose: () => void }

export function ViewAsDialog({ user: { id, username }, onClose }: Props) {
  const { users: texts, common } = useTexts()
  const errorText = useErrorText()
  const [failure, setFailure] = useState<string>()
  const impersonate = trpc.users.impersonate.useMutation({
    onMutate: () => setFailure(undefined),
    onSuccess: (session) => {
      if (!session?.token) {
        setFailure(texts.noToken)
        return
      }
      startImpersonation(session)
      location.reload()
    },
    onError: (error) => setFailure(errorText(error)),
  })
  const form = useForm(impersonateInput.pick({ reason: true }), ({ reason }) =>
    impersonate.mutate({ userId: id, ...(reason && { reason }) }),
  )
  return (
    <Dialog
      title={texts.viewAsTitle(username)}
      description={texts.viewAsText}
      onClose={onClose}
      locked={impersonate.isPending}
      form={form.handlers}
      footer={
        <>
          <Button variant="plain" color="neutral" disabled={impersonate.isPending} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" disabled={impersonate.isPending}>
            {impersonate.isPending ? texts.starting : texts.start}
          </Button>
        </>
      }
    >
      <div className="user-form grid gap-16 text-primary">
        {failure && <FormBanner>{texts.impersonateFailed(failure)}</FormBanner>}
        <FormField
          label={texts.reason}
          name="reason"
          errors={form.errors}
          help={texts.reasonHelp}
          autoComplete="off"
          autoFocus
          slotProps={{ input: { maxLength: 500 } }}
        />
      </div>
    </Dialog>
  )
}
