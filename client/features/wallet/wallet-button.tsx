import './wallet.css'
import { ReceiptText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { logWarning } from '#client/api/log.ts'
import { trpc } from '#client/api/trpc.ts'
import { formatMoney } from '#client/components/format-money.ts'
import { whenOpened } from '#client/components/on-demand.tsx'
import type { FailureWords } from '#client/components/use-payment-failure.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { PaymentStarted } from '#shared/payments.ts'
import type { TopUpDraft } from './add-balance-dialog.tsx'
import { addBalanceParameter, useOpeningParameter, walletParameter } from './use-opening-parameter.ts'
import type { PaymentResult } from './use-payment-messages.ts'
import { useRefreshMoney } from './use-refresh-money.ts'
import { PAYMENT_MESSAGE_MS, useTimedMessage } from './use-timed-message.ts'
import { WalletPanel, type WalletPaths } from './wallet-panel.tsx'

const AddBalanceDialog = whenOpened(async () => (await import('./add-balance-dialog.tsx')).AddBalanceDialog)
const PaymentDialog = whenOpened(async () => (await import('./payment-dialog.tsx')).PaymentDialog)

/** Low-balance threshold until the user's own setting is loaded. */
const LOW_DOLLARS = 2

type Stage =
  | { at: 'nothing' | 'panel' }
  | { at: 'adding'; declined?: { draft: TopUpDraft; failure: FailureWords } }
  | { at: 'paying'; payment: PaymentStarted; draft: TopUpDraft }

/** The balance in the header. Refetched whenever the panel opens; a failure is only logged. */
export function WalletButton({ paths }: { paths: WalletPaths }) {
  const { wallet: texts } = useTexts()
  const [language] = useLanguage()
  const wallet = trpc.wallet.get.useQuery()
  const summary = trpc.usage.summary.useQuery()
  const [stage, setStage] = useState<Stage>({ at: 'nothing' })
  const [message, setMessage] = useTimedMessage(PAYMENT_MESSAGE_MS)
  const [countFrom, setCountFrom] = useState<number>()
  const refreshMoney = useRefreshMoney()
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (wallet.error) {
      logWarning('The balance could not be loaded.', wallet.error)
    }
  }, [wallet.error])
  useOpeningParameter(addBalanceParameter, () => setStage({ at: 'adding' }))
  useOpeningParameter(walletParameter, () => openPanel())

  function openPanel() {
    setCountFrom(undefined)
    setStage({ at: 'panel' })
    refreshMoney()
  }
  // Dialogs restore focus to the element focused when they open; the panel unmounts, so the button takes focus
  // first.
  function openDialog(next: Stage) {
    button.current?.focus()
    setStage(next)
  }
  function close() {
    setStage({ at: 'nothing' })
    button.current?.focus()
  }
  function finish({ isPaid, message: text = texts.payment.unknown, details }: PaymentResult) {
    if (isPaid) {
      setCountFrom(wallet.data?.balance)
      setMessage({ tone: 'success', text: texts.payment.done })
      setStage({ at: 'panel' })
    } else if (stage.at === 'paying') {
      setStage({ at: 'adding', declined: { draft: stage.draft, failure: { text, details } } })
    }
    refreshMoney()
  }
  function closePayment() {
    setStage({ at: 'nothing' })
    refreshMoney()
  }

  const balance = wallet.data && formatMoney(wallet.data.balance, language)
  const isLow = wallet.data && wallet.data.balance < (summary.data?.lowBalance ?? LOW_DOLLARS)
  const named = (amount: string) => (isLow ? texts.buttonLow(amount) : texts.button(amount))
  return (
    <div className="wallet relative">
      <button
        ref={button}
        type="button"
        className="wallet-button row gap-8 text-primary surface outlined round-sm pressable pad-0-10 height-36 line-on-hover"
        data-testid="wallet-balance"
        aria-label={balance ? named(balance) : texts.buttonUnknown}
        aria-haspopup="dialog"
        aria-expanded={stage.at === 'panel'}
        onClick={() => (stage.at === 'panel' ? close() : openPanel())}
      >
        <ReceiptText className="text-secondary" size={16} aria-hidden="true" />
        <span>{balance ?? '—'}</span>
        {isLow && <em className="row gap-6 text-warning">{texts.low}</em>}
      </button>
      {stage.at === 'panel' && (
        <WalletPanel
          {...{ wallet, message, countFrom, paths }}
          summary={summary.data}
          onRefresh={refreshMoney}
          onAdd={() => openDialog({ at: 'adding' })}
          onClose={close}
          onLeave={() => setStage({ at: 'nothing' })}
        />
      )}
      {stage.at === 'adding' && (
        <AddBalanceDialog
          declined={stage.declined}
          onClose={() => setStage({ at: 'nothing' })}
          onStarted={(payment, draft) => openDialog({ at: 'paying', payment, draft })}
        />
      )}
      {stage.at === 'paying' && (
        <PaymentDialog payment={stage.payment} onClose={closePayment} onResult={finish} />
      )}
    </div>
  )
}
