import { Button } from '@mui/joy'
import { ShieldOff } from 'lucide-react'
import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { ListedUser } from '#shared/users.ts'

/** For a user who has lost every factor and every recovery code. */
export function ResetSecondFactor({ user: { id, username } }: { user: ListedUser }) {
  const { admin: texts } = useTexts().secondFactor
  const errorText = useErrorText()
  const confirm = useConfirm()
  const utils = trpc.useUtils()
  const reset = trpc.users.resetSecondFactor.useMutation({
    onSuccess: () => utils.users.list.invalidate(),
  })

  async function confirmReset() {
    const { resetText: description, reset: confirmButtonName } = texts
    if (await confirm({ title: texts.resetTitle(username), description, confirmButtonName, danger: true })) {
      reset.mutate({ id })
    }
  }
  return (
    <div className="reset-link text-13 line-18 text-secondary row wraps spread gap-8 line-above">
      {reset.isSuccess ? (
        <p role="status">{texts.resetDone(username)}</p>
      ) : (
        <>
          <span>{texts.hint}</span>
          <Button
            size="sm"
            variant="outlined"
            color="neutral"
            startDecorator={<ShieldOff size={14} />}
            disabled={reset.isPending}
            onClick={confirmReset}
          >
            {reset.isPending ? texts.resetting : texts.reset}
          </Button>
        </>
      )}
      {reset.error && <FormBanner>{errorText(reset.error)}</FormBanner>}
    </div>
  )
}
