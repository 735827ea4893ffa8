import { Button } from '@mui/joy'
import { LifeBuoy } from 'lucide-react'
import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { FactorSection } from './factor-section.tsx'

type Props = { left: number | undefined; onCodes: (codes: string[]) => void }

export function CodesSection({ left, onCodes }: Props) {
  const { codes: texts } = useTexts().secondFactor
  const toasts = useToasts()
  const errorText = useErrorText()
  const confirm = useConfirm()
  const replace = trpc.secondFactor.replaceRecoveryCodes.useMutation({
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
    onError: (error) => toasts.error(errorText(error)),
  })

  async function confirmRenewal() {
    const { createTitle: title, createText: description, create: confirmButtonName } = texts
    if (await confirm({ title, description, confirmButtonName })) {
      replace.mutate()
    }
  }
  return (
    <FactorSection
      icon={LifeBuoy}
      title={texts.title}
      text={left === undefined ? texts.none : `${texts.left(left)}. ${texts.text}`}
      action={
        left !== undefined && (
          <Button
            size="sm"
            variant="outlined"
            color="neutral"
            disabled={replace.isPending}
            onClick={confirmRenewal}
          >
            {texts.create}
          </Button>
        )
      }
    />
  )
}
