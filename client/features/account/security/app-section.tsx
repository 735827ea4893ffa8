import { Button } from '@mui/joy'
import { Smartphone } from 'lucide-react'
import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { FactorSection } from './factor-section.tsx'
import { useFactorChange } from './use-factor-change.ts'

type Props = { since: string | undefined; onSetup: (setup: { secret: string; uri: string }) => void }

export function AppSection({ since, onSetup }: Props) {
  const { app: texts } = useTexts().secondFactor
  return (
    <FactorSection
      icon={Smartphone}
      title={texts.title}
      text={
        since ? (
          <>
            {texts.since}: <RelativeTime iso={since} />
          </>
        ) : (
          texts.text
        )
      }
      action={since ? <RemoveButton /> : <SetUpButton onSetup={onSetup} />}
    />
  )
}

function SetUpButton({ onSetup }: Pick<Props, 'onSetup'>) {
  const { app: texts } = useTexts().secondFactor
  const toasts = useToasts()
  const errorText = useErrorText()
  const start = trpc.secondFactor.startTotp.useMutation({
    onSuccess: onSetup,
    onError: (error) => toasts.error(errorText(error)),
  })
  return (
    <Button
      size="sm"
      variant="outlined"
      aria-label={`${texts.setUp}: ${texts.title}`}
      disabled={start.isPending}
      onClick={() => start.mutate()}
    >
      {start.isPending ? texts.starting : texts.setUp}
    </Button>
  )
}

function RemoveButton() {
  const { app: texts } = useTexts().secondFactor
  const confirm = useConfirm()
  const remove = trpc.secondFactor.removeTotp.useMutation(useFactorChange(texts.removed))

  async function confirmRemoval() {
    const { removeTitle: title, removeText: description, remove: confirmButtonName } = texts
    if (await confirm({ title, description, confirmButtonName, danger: true })) {
      remove.mutate()
    }
  }
  return (
    <Button
      size="sm"
      variant="outlined"
      color="neutral"
      aria-label={`${texts.remove}: ${texts.title}`}
      disabled={remove.isPending}
      onClick={confirmRemoval}
    >
      {texts.remove}
    </Button>
  )
}
