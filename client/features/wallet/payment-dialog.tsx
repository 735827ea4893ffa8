import './payment.css'
import { CircularProgress } from '@mui/joy'
import { useEffect, useRef, useState } from 'react'
import { Dialog } from '#client/components/dialog.tsx'
import { formatLira } from '#client/components/format-lira.ts'
import { formatMoney } from '#client/components/format-money.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { PaymentStarted } from '#shared/payments.ts'
import { type PaymentResult, usePaymentMessages } from './use-payment-messages.ts'

const TIMEOUT_MS = 20_000

type Props = { payment: PaymentStarted; onClose: () => void; onResult: (result: PaymentResult) => void }

/** The card page in a frame. Card numbers never reach our server. */
export function PaymentDialog({ payment, onClose, onResult }: Props) {
  const texts = useTexts().wallet.payment
  const [language] = useLanguage()
  const frame = useRef<HTMLIFrameElement>(null)
  const [isLoaded, setLoaded] = useState(false)
  usePaymentMessages(frame, payment.orderId, onResult)

  const { usdAmount, totalTryAmount } = payment.exchangePreview
  return (
    <Dialog
      title={texts.title}
      description={texts.summary(formatMoney(usdAmount, language), formatLira(totalTryAmount, language))}
      size="l"
      flush
      onClose={onClose}
    >
      <div className="payment-frame shrinks shrinks-y relative clips line-above" aria-busy={!isLoaded}>
        <iframe
          className="block full-width full-height borderless"
          ref={frame}
          src={payment.iframe_url}
          title={texts.frame}
          allow="payment"
          onLoad={() => setLoaded(true)}
        />
        {!isLoaded && <Veil address={payment.iframe_url} />}
      </div>
    </Dialog>
  )
}

function Veil({ address }: { address: string }) {
  const texts = useTexts().wallet.payment
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setSlow, TIMEOUT_MS, true)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div
      className="payment-veil grid gap-12 absolute text-13 text-secondary backdrop-popup fills"
      role="status"
    >
      <CircularProgress size="sm" aria-hidden="true" />
      {isSlow ? (
        <p>
          {texts.slow}{' '}
          <a className="text-accent" href={address} target="_blank" rel="noopener noreferrer">
            {texts.newTab}
          </a>
        </p>
      ) : (
        <p>{texts.loading}</p>
      )}
    </div>
  )
}
