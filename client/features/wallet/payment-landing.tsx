import './payment.css'
import { Button, CircularProgress, Typography } from '@mui/joy'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { ErrorPanel } from '#client/components/error-panel.tsx'
import { formatLira } from '#client/components/format-lira.ts'
import { formatMoney } from '#client/components/format-money.ts'
import { Receipt } from '#client/components/receipt.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { type FailureWords, usePaymentFailure } from '#client/components/use-payment-failure.ts'
import { type Language, type Texts, useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { Payment, paymentMessageSchema } from '#shared/payments.ts'
import { FailureDetails } from './failure-details.tsx'
import { addBalanceParameter } from './use-opening-parameter.ts'
import { type Outcome, usePaymentOutcome } from './use-payment-outcome.ts'

type Props = { page: 'ok' | 'fail'; billingPath: string }

/**
 * Return page of PayTR, inside our frame or in a tab of its own. Its URL proves nothing; only the stored order
 * counts.
 */
export function PaymentLanding({ page, billingPath }: Props) {
  const { wallet } = useTexts()
  const texts = wallet.landing
  const [parameters] = useSearchParams()
  const orderId = parameters.get('order') ?? ''
  const outcome = usePaymentOutcome(orderId, page)
  const isFramed = window.parent !== window
  const failure = useFailureWords(outcome)
  useNotifyFrame(isFramed, orderId, outcome.kind, failure)

  const isPaidHere = outcome.kind === 'paid' && !isFramed
  return (
    <main
      className="payment-landing grid backdrop-body pad-24 gap-24 text-center"
      id="main"
      data-framed={isFramed || undefined}
    >
      {orderId === '' ? (
        <Typography level="title-lg">{texts.noOrder}</Typography>
      ) : (
        <OutcomeLines outcome={outcome} failure={failure} />
      )}
      {isPaidHere && <PaidReceipt payment={outcome.payment} />}
      {!isFramed && failure && (
        <Button component={Link} to={`${billingPath}?${addBalanceParameter}=1`}>
          {wallet.topUp.tryAnotherCard}
        </Button>
      )}
      {!isFramed && (
        <Button component={Link} to={billingPath} variant="outlined" color="neutral">
          {texts.toBilling}
        </Button>
      )}
    </main>
  )
}

function OutcomeLines({ outcome, failure }: { outcome: Outcome; failure: FailureWords | undefined }) {
  const texts = useTexts().wallet.landing
  const [language] = useLanguage()
  if (outcome.kind === 'unreadable') {
    return <ErrorPanel title={texts.unreadable} error={outcome.error} />
  }
  const { tone, title, lines } = statusOf(outcome, failure, texts, language)
  return (
    <div role={tone === 'problem' ? 'alert' : 'status'}>
      {outcome.kind === 'checking' ? (
        <CircularProgress size="sm" aria-hidden="true" />
      ) : (
        <StatusDot state={tone} size={16} />
      )}
      <Typography component="h1" level="h3">
        {title}
      </Typography>
      {lines.filter(Boolean).map((line) => (
        <Typography key={line} level="body-sm">
          {line}
        </Typography>
      ))}
      <FailureDetails details={failure?.details} />
    </div>
  )
}

function PaidReceipt({ payment: { quote, reference } }: { payment: Payment }) {
  const texts = useTexts().wallet.topUp
  const [language] = useLanguage()
  return (
    <Receipt
      torn
      title={texts.receipt}
      aside={reference}
      lines={[
        { label: texts.youGot, value: formatMoney(quote.usdAmount, language), strong: true },
        { label: texts.rate, value: formatLira(quote.exchangeRate, language, 4) },
      ]}
      total={{ label: texts.youPaid, value: formatLira(quote.totalTryAmount, language) }}
    />
  )
}

type Status = { tone: 'live' | 'problem' | 'working' | 'waiting'; title: string; lines: string[] }

function statusOf(
  outcome: Outcome,
  failure: FailureWords | undefined,
  texts: Texts['wallet']['landing'],
  language: Language,
): Status {
  switch (outcome.kind) {
    case 'paid':
      return {
        tone: 'live',
        title: texts.paid,
        lines: [texts.paidText(formatMoney(outcome.payment.quote.usdAmount, language))],
      }
    case 'failed':
      return {
        tone: 'problem',
        title: texts.failed,
        lines: [failure?.text ?? '', texts.failedText],
      }
    case 'late':
      return { tone: 'waiting', title: texts.late, lines: [texts.lateText] }
    default:
      return { tone: 'working', title: texts.checking, lines: [texts.checkingText] }
  }
}

/** Failure reason: from the order, else from the URL. */
function useFailureWords(outcome: Outcome): FailureWords | undefined {
  const { landing } = useTexts().wallet
  const wordsOf = usePaymentFailure()
  if (outcome.kind !== 'failed') {
    return undefined
  }
  const { reason, failure } = outcome
  return failure === null && reason !== 'failed'
    ? { text: landing[reason], details: undefined }
    : wordsOf(outcome)
}

/** Notifies the parent window only if it has our own origin. */
function useNotifyFrame(
  isFramed: boolean,
  orderId: string,
  kind: Outcome['kind'],
  { text, details }: Partial<FailureWords> = {},
) {
  useEffect(() => {
    if (!isFramed || (kind !== 'paid' && kind !== 'failed')) {
      return
    }
    const message: z.input<typeof paymentMessageSchema> = {
      source: 'paytr',
      type: kind === 'paid' ? 'PAYMENT_SUCCESS' : 'PAYMENT_ERROR',
      orderId,
      ...(text && { message: text }),
      ...(details && { details }),
    }
    window.parent.postMessage(message, location.origin)
  }, [isFramed, kind, orderId, text, details])
}
