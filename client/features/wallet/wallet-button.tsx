import './wallet.css'
import { ReceiptText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { logWarning } from '#client/api/log.ts'
import { trpc } from '#client/api/trpc.ts'
import { formatBalance } from '#client/components/format-money.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { WalletPanel } from './wallet-panel.tsx'

/** Under this a balance is called low. */
const LOW_DOLLARS = 2

/** Money in the corner of the eye. Loads at once and again whenever the panel opens; a failure is only logged. */
export function WalletButton() {
  const { wallet: texts } = useTexts()
  const [language] = useLanguage()
  const wallet = trpc.wallet.get.useQuery()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const balance = wallet.data && formatBalance(wallet.data.balance, language)

  useEffect(() => {
    if (wallet.error) {
      logWarning('The balance could not be loaded.', wallet.error)
    }
  }, [wallet.error])

  const open = () => {
    setOpen(!isOpen)
    if (!isOpen) {
      wallet.refetch()
    }
  }
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }

  return (
    <div className="wallet">
      <button
        ref={button}
        type="button"
        className="wallet-button"
        data-testid="wallet-balance"
        aria-label={balance ? texts.button(balance) : texts.buttonUnknown}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={open}
      >
        <ReceiptText size={16} aria-hidden="true" />
        <span>{balance ?? '—'}</span>
        {wallet.data && wallet.data.balance < LOW_DOLLARS && <em>{texts.low}</em>}
      </button>
      {isOpen && <WalletPanel wallet={wallet} onClose={close} onLeave={() => setOpen(false)} />}
    </div>
  )
}
