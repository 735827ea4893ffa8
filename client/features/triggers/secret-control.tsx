import { Button } from '@mui/joy'
import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { CopyLine } from '#client/components/copy-line.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FieldLabel } from '#client/components/form-field.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'

type Props = { flowId: string; hasSecret: boolean }

/** Creates and replaces the secret of a webhook. A new secret is shown until the panel is closed. */
export function SecretControl({ flowId, hasSecret }: Props) {
  const { triggers: texts } = useTexts()
  const errorText = useErrorText()
  const confirm = useConfirm()
  const utils = trpc.useUtils()
  const replacing = trpc.triggers.replaceSecret.useMutation({
    onSuccess: () => utils.triggers.get.invalidate({ id: flowId }),
  })
  const { data: created, error, isPending } = replacing

  async function replace() {
    const question = { title: texts.replaceQuestion, description: texts.replaceText }
    const isAgreed = !hasSecret || (await confirm({ ...question, confirmButtonName: texts.replaceSecret }))
    if (isAgreed) {
      replacing.mutate({ id: flowId })
    }
  }

  return (
    <div className="trigger-secret stack items-flex-start gap-8">
      {error && <FormBanner>{errorText(error)}</FormBanner>}
      {created ? (
        <div>
          <FieldLabel label={texts.newSecret} />
          <CopyLine label={texts.newSecret} text={created.webhookSecret} />
          <p>{texts.newSecretText}</p>
        </div>
      ) : (
        <div>
          <FieldLabel label={texts.secret} />
          <p>{hasSecret ? texts.secretSet : texts.secretMissing}</p>
        </div>
      )}
      <Button size="sm" variant="outlined" color="neutral" disabled={isPending} onClick={replace}>
        {hasSecret ? texts.replaceSecret : texts.createSecret}
      </Button>
    </div>
  )
}
