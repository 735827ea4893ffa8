import { Button, FormControl, Radio, RadioGroup } from '@mui/joy'
import { type FormEvent, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useMoneyWrite } from '#client/api/use-money-write.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { formatLira } from '#client/components/format-lira.ts'
import { formatMoney } from '#client/components/format-money.ts'
import { Receipt } from '#client/components/receipt.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import type { FormErrors } from '#client/components/use-form.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { refundInput } from '#shared/payments.ts'
import { readCapText } from '../caps/cap-text.ts'
import type { AnyPayment } from './payments-page.tsx'

/** Refunds a payment in full or in part, up to the remaining balance of the wallet. */
export function RefundDialog({ payment, onClose }: { payment: AnyPayment; onClose: () => void }) {
  const { usage, common } = useTexts()
  const [language] = useLanguage()
  const { admin } = usage
  const errorText = useErrorText()
  const [isFull, setWhole] = useState(true)
  const [typed, setTyped] = useState('')
  const [errors, setErrors] = useState<FormErrors>({})
  const { id, quote, refundableUsd, username, reference } = payment
  const refund = useRefund(onClose)

  // Rounded down to cents, because a balance may contain fractions of a cent.
  const max = Math.floor(refundableUsd * 100 + 1e-6) / 100
  const amount = isFull ? max.toFixed(2) : (readCapText(typed) ?? '')
  const dollars = Number(amount)
  const maxText = formatMoney(max, language)

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '')
    const parsed = refundInput.safeParse({ orderId: id, amount, reason })
    const issues: FormErrors = {}
    for (const { path, message } of parsed.error?.issues ?? []) {
      issues[String(path[0])] = [message]
    }
    if (!issues.amount && dollars > max) {
      issues.amount = [admin.tooMuch(maxText)]
    }
    setErrors(issues)
    if (Object.keys(issues).length === 0) {
      refund.mutate({ orderId: id, amount, reason })
    }
  }

  return (
    <Dialog
      title={admin.refundTitle(reference)}
      description={admin.refundText(username, formatMoney(quote.usdAmount, language))}
      onClose={onClose}
      locked={refund.isPending}
      form={{ onSubmit, noValidate: true }}
      footer={
        <>
          <Button variant="plain" color="neutral" disabled={refund.isPending} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" color="danger" disabled={refund.isPending}>
            {refund.isPending
              ? admin.refunding
              : dollars > 0
                ? admin.confirmRefund(formatMoney(dollars, language))
                : admin.refund}
          </Button>
        </>
      }
    >
      {refund.isError && <FormBanner>{errorText(refund.error)}</FormBanner>}
      <div className="form-stack grid gap-16">
        <FormControl>
          <RadioGroup
            name="extent"
            value={isFull ? 'whole' : 'part'}
            aria-label={admin.howMuch}
            onChange={({ target }) => setWhole(target.value === 'whole')}
          >
            <Radio value="whole" label={`${admin.whole}, ${maxText}`} />
            <Radio value="part" label={admin.partial} />
          </RadioGroup>
        </FormControl>
        {!isFull && (
          <FormField
            required
            label={admin.amount}
            name="amount"
            errors={errors}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            startDecorator="$"
            help={admin.refundable(maxText)}
            autoComplete="off"
            slotProps={{ input: { inputMode: 'decimal' } }}
          />
        )}
        <FormField
          required
          label={admin.reason}
          name="reason"
          errors={errors}
          help={admin.reasonHelp}
          autoComplete="off"
        />
        {dollars > 0 && dollars <= max && (
          <Receipt
            lines={[
              {
                label: admin.backInLira,
                value: formatLira((quote.totalTryAmount * dollars) / quote.usdAmount, language),
                strong: true,
              },
            ]}
          />
        )}
      </div>
    </Dialog>
  )
}

type Refund = { orderId: string; amount: string; reason: string }

function useRefund(onDone: () => void) {
  const { usage } = useTexts()
  const [language] = useLanguage()
  const toasts = useToasts()
  const utils = trpc.useUtils()
  const refund = (input: Refund, options: Parameters<typeof utils.client.payment.refund.mutate>[1]) =>
    utils.client.payment.refund.mutate(input, options)
  // A retry after a lost response is the same refund.
  return useMoneyWrite(refund, {
    onSuccess: async ({ refunds }) => {
      await Promise.all([utils.payment.invalidate(), utils.wallet.invalidate(), utils.usage.invalidate()])
      const last = refunds.toSorted((one, other) => one.createdDate.localeCompare(other.createdDate)).at(-1)
      if (last?.state === 'done') {
        toasts.success(usage.admin.refundDone(formatMoney(last.usdAmount, language)))
      } else if (last?.state === 'failed') {
        toasts.error(usage.admin.refundFailed(last.failure ?? ''))
      } else {
        toasts.info(usage.admin.refundDoubt)
      }
      onDone()
    },
  })
}
