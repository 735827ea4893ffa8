import './add-balance.css'
import { Button } from '@mui/joy'
import { type FormEvent, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useMoneyWrite } from '#client/api/use-money-write.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { formatLira } from '#client/components/format-lira.ts'
import { formatNumber } from '#client/components/format-money.ts'
import { readAmount } from '#client/components/read-amount.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useColorMode } from '#client/components/use-color-mode.ts'
import type { FormErrors } from '#client/components/use-form.ts'
import type { FailureWords } from '#client/components/use-payment-failure.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { PaymentStarted } from '#shared/payments.ts'
import type { ProfileChanges } from '#shared/profile.ts'
import { AmountField } from './amount-field.tsx'
import { BillingFields } from './billing-fields.tsx'
import { ExchangeReceipt } from './exchange-receipt.tsx'
import { FailureDetails } from './failure-details.tsx'
import { checkAmount, checkBilling, fallbackBounds, isAddress, isTopUpAmount } from './top-up-rules.ts'
import { type BillingDraft, useBilling } from './use-billing.ts'
import { usePreview } from './use-preview.ts'
import { useWords } from './use-words.ts'

export type TopUpDraft = { amount: string; billing: BillingDraft }

type Props = {
  declined?: { draft: TopUpDraft; failure: FailureWords } | undefined
  onClose: () => void
  onStarted: (payment: PaymentStarted, draft: TopUpDraft) => void
}

export function AddBalanceDialog({ declined, onClose, onStarted }: Props) {
  const { wallet, common } = useTexts()
  const texts = wallet.topUp
  const [language] = useLanguage()
  const [isDark] = useColorMode()
  const words = useWords()
  const body = useRef<HTMLDivElement>(null)
  const balance = trpc.wallet.get.useQuery().data?.balance
  const billing = useBilling(declined?.draft.billing)
  const saveProfile = useSaveProfile()
  const [text, setText] = useState(declined?.draft.amount ?? '')
  const [isChecked, setChecked] = useState(false)
  const [errors, setErrors] = useState<FormErrors>({})
  const [banner, setBanner] = useState<string>()

  const amount = readAmount(text, language)
  const price = usePreview(isTopUpAmount(amount) ? amount : undefined)
  const bounds = price.preview ?? fallbackBounds
  const issue = checkAmount(amount, bounds, texts, (dollars) => formatNumber(dollars, language))
  const isShown = isChecked || (text.trim() !== '' && price.isSettled)

  const { client } = trpc.useUtils()
  const start = useMoneyWrite(client.payment.create.mutate, {
    onSuccess: (payment) => {
      if (!isUsable(payment)) {
        setBanner(texts.invalidAnswer)
        return
      }
      saveProfile(billing.profileChanges())
      onStarted(payment, { amount: text, billing: billing.draft })
    },
    onError: (error) => setBanner(texts.startFailed(words(error, wallet.payment.unknown))),
  })

  function submit(event?: FormEvent) {
    event?.preventDefault()
    const { errors: issues, words: summary } = checkBilling(billing.values, texts)
    setChecked(true)
    setErrors(issue ? {} : issues)
    setBanner(issue ? undefined : summary)
    const [wrong] = issue ? ['amount'] : Object.keys(issues)
    if (wrong) {
      focusField(body.current, wrong)
    } else if (price.isCurrent && amount && !start.isPending) {
      start.mutate({ amount, storeCard: false, ...billing.order(), language, dark: isDark })
    }
  }

  return (
    <Dialog
      title={texts.title}
      description={texts.subtitle}
      size="l"
      onClose={onClose}
      locked={start.isPending}
      form={{ onSubmit: submit, noValidate: true }}
      footer={
        <div className="top-up-foot row gap-8 grows shrinks">
          <div
            className="top-up-banner grows shrinks text-13 line-18 breaks-anywhere text-danger"
            role="alert"
          >
            {banner}
          </div>
          {price.preview && (
            <p className="top-up-pinned" data-stale={!price.isCurrent || undefined}>
              <small>{texts.youPay}</small>
              <span>{formatLira(price.preview.totalTryAmount, language)}</span>
            </p>
          )}
          <Button
            className="top-up-cancel"
            variant="plain"
            color="neutral"
            disabled={start.isPending}
            onClick={onClose}
          >
            {common.cancel}
          </Button>
          <Button
            type="submit"
            disabled={!price.isCurrent || !isAddress(billing.values.address) || start.isPending}
          >
            {start.isPending ? texts.processing : declined ? texts.tryAnotherCard : texts.proceed}
          </Button>
        </div>
      }
    >
      <Declined failure={declined?.failure} />
      <div className="top-up" ref={body}>
        <AmountField
          text={text}
          amount={amount}
          bounds={bounds}
          error={isShown ? issue : undefined}
          onChange={setText}
          onEnter={submit}
        />
        <ExchangeReceipt price={price} isAmountWrong={issue !== undefined} balance={balance} />
        <BillingFields
          billing={billing}
          errors={errors}
          onFix={(name) => setErrors((before) => ({ ...before, [name]: undefined }))}
        />
      </div>
    </Dialog>
  )
}

function Declined({ failure }: { failure: FailureWords | undefined }) {
  const { payment } = useTexts().wallet
  return failure ? (
    <div className="top-up-declined margin-bottom-20">
      <FormBanner>
        {payment.failed(failure.text)}
        <FailureDetails details={failure.details} />
      </FormBanner>
    </div>
  ) : null
}

function focusField(form: HTMLElement | null, name: string) {
  const field = form?.querySelector(`[name="${name}"]`)
  if (field instanceof HTMLElement) {
    field.focus()
  }
}

/** Saves billing values to the profile alongside the payment; a failure is reported but does not stop the payment. */
function useSaveProfile() {
  const { topUp } = useTexts().wallet
  const utils = trpc.useUtils()
  const toasts = useToasts()
  const errorText = useErrorText()
  return (changes: ProfileChanges | undefined) => {
    if (!changes) {
      return
    }
    utils.client.profile.save
      .mutate(changes)
      .then(() => Promise.all([utils.profile.invalidate(), utils.auth.me.invalidate()]))
      .catch((error: unknown) => toasts.error(topUp.profileNotSaved(errorText(error))))
  }
}

/** Checks for a token and an http(s) URL of the card page. */
function isUsable({ iframe_url, iframe_token }: Partial<PaymentStarted>): boolean {
  return Boolean(iframe_url && iframe_token) && isPage(iframe_url ?? '')
}

function isPage(address: string) {
  try {
    return /^https?:$/.test(new URL(address, location.href).protocol)
  } catch {
    return false
  }
}
