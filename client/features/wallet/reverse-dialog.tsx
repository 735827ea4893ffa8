import { Button, Stack } from '@mui/joy'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useMoneyWrite } from '#client/api/use-money-write.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { formatChange } from '#client/components/format-money.ts'
import { useForm } from '#client/components/use-form.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { type Movement, reverseInput } from '#shared/wallet.ts'
import { isWaiting } from './is-waiting.ts'
import { movementText } from './movement-text.ts'
import { useRefreshMoney } from './use-refresh-money.ts'
import { useWords } from './use-words.ts'

type Props = { movement: Movement; onClose: () => void; onReversed: () => void }

export function ReverseDialog({ movement, onClose, onReversed }: Props) {
  const texts = useTexts()
  const { management } = texts.wallet
  const [language] = useLanguage()
  const words = useWords()
  const refreshMoney = useRefreshMoney()
  const { client } = trpc.useUtils()
  const [failure, setFailure] = useState<string>()
  const [waiting, setWaiting] = useState(false)
  const reverse = useMoneyWrite(client.wallet.reverse.mutate, {
    onSuccess: () => {
      refreshMoney()
      onReversed()
    },
    onError: (error) => {
      if (isWaiting(error)) {
        setWaiting(true)
        refreshMoney()
      } else {
        setFailure(management.reverseFailed(words(error, management.failedFallback)))
      }
    },
  })
  const { handlers, errors } = useForm(reverseInput.pick({ reason: true }), ({ reason }) =>
    reverse.mutate({ postingId: movement.id, reason }),
  )
  const show = (dollars: number) => formatChange(dollars, language)

  const title = management.reverseTitle(movementText(movement, texts, true), show(movement.amount))
  if (waiting) {
    return (
      <Dialog
        title={title}
        role="alertdialog"
        onClose={onClose}
        footer={
          <Button autoFocus onClick={onClose}>
            {texts.common.close}
          </Button>
        }
      >
        <FormBanner tone="warning">{management.approvals.needed}</FormBanner>
      </Dialog>
    )
  }
  return (
    <Dialog
      title={title}
      description={management.reverseText(show(-movement.amount))}
      role="alertdialog"
      onClose={onClose}
      locked={reverse.isPending}
      form={handlers}
      footer={
        <>
          <Button variant="plain" color="neutral" disabled={reverse.isPending} onClick={onClose}>
            {texts.common.cancel}
          </Button>
          <Button type="submit" color="danger" disabled={reverse.isPending}>
            {reverse.isPending ? management.reversing : management.reverse}
          </Button>
        </>
      }
    >
      <Stack spacing={3}>
        {failure && <FormBanner>{failure}</FormBanner>}
        <FormField
          label={management.reason}
          name="reason"
          errors={errors}
          help={management.reasonHelp}
          autoComplete="off"
          autoFocus
          required
          slotProps={{ input: { maxLength: 500 } }}
        />
      </Stack>
    </Dialog>
  )
}
