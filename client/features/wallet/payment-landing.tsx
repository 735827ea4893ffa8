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
import { type Language, type Texts, useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { Payment, paymentMessageSchema } from '#shared/payments.ts'
import { type Outcome, usePaymentOutcome } from './use-payment-outcome.ts'

type Props = { page: 'ok' | 'fail'; billingPath: string }

/**
 * Where PayTR leads the browser when its page is done, inside our frame or, when it was opened in a tab, alone. What the
 * address says proves nothing: only the order itself does.
 */
export function PaymentLanding({ page, billingPath }: Props) {
  const { wallet } = useTexts()
  const texts = wallet.landing
  const [parameters] = useSearchParams()
  const orderId = parameters.get('order') ?? ''
  const outcome = usePaymentOutcome(orderId, page)
  const isFramed = window.parent !== window
  useTellFrame(isFramed, orderId, outcome)

  const isPaidHere = outcome.kind === 'paid' && !isFramed
  return (
    <main className="payment-landing" id="main" data-framed={isFramed || undefined}>
      {orderId === '' ? (
        <Typography level="title-lg">{texts.noOrder}</Typography>
      ) : (
        <OutcomeLines outcome={outcome} />
      )}
      {isPaidHere && <PaidReceipt payment={outcome.payment} />}
      {!isFramed && (
        <Button component={Link} to={billingPath} variant="outlined" color="neutral">
          {texts.toBilling}
        </Button>
      )}
    </main>
  )
}

function OutcomeLines({ outcome }: { outcome: Outcome }) {
  const texts = useTexts().wallet.landing
  const [language] = useLanguage()
  if (outcome.kind === 'unreadable') {
    return <ErrorPanel title={texts.unreadable} error={outcome.error} />
  }
  const { tone, title, lines } = say(outcome, texts, language)
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
    </div>
  )
}

/** What was ordered, as it was priced then. */
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

type Said = { tone: 'live' | 'problem' | 'working' | 'waiting'; title: string; lines: string[] }

function say(outcome: Outcome, texts: Texts['wallet']['landing'], language: Language): Said {
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
        lines: [outcome.failure ?? reasonOf(outcome, texts), texts.failedText],
      }
    case 'late':
      return { tone: 'waiting', title: texts.late, lines: [texts.lateText] }
    default:
      return { tone: 'working', title: texts.checking, lines: [texts.checkingText] }
  }
}

function reasonOf({ reason }: Extract<Outcome, { kind: 'failed' }>, texts: Texts['wallet']['landing']) {
  return { failed: '', expired: texts.expired, declined: texts.declined }[reason]
}

/** The window around us is our own, or it is not told anything. */
function useTellFrame(isFramed: boolean, orderId: string, outcome: Outcome) {
  const { landing } = useTexts().wallet
  const { kind } = outcome
  const failure = kind === 'failed' ? (outcome.failure ?? reasonOf(outcome, landing)) : ''
  useEffect(() => {
    if (!isFramed || (kind !== 'paid' && kind !== 'failed')) {
      return
    }
    const message: z.input<typeof paymentMessageSchema> = {
      source: 'paytr',
      type: kind === 'paid' ? 'PAYMENT_SUCCESS' : 'PAYMENT_ERROR',
      orderId,
      ...(failure !== '' && { message: failure }),
    }
    window.parent.postMessage(message, location.origin)
  }, [isFramed, kind, orderId, failure])
}
