import { Button, Chip, IconButton, Skeleton, Typography } from '@mui/joy'
import { ChevronRight, Plus, RefreshCw, Shield, X } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useIsAdmin } from '#client/api/use-session.ts'
import { formatBalance, formatMoney } from '#client/components/format-money.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { formatMoment } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { Wallet } from '#shared/wallet.ts'
import { SandboxNote } from './sandbox-note.tsx'

type Props = {
  wallet: { data: Wallet | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown }
  /** Closed on purpose: the focus goes back. */
  onClose: () => void
  /** The user went elsewhere, and the focus with him. */
  onLeave: () => void
}

export function WalletPanel({ wallet, onClose, onLeave }: Props) {
  const { wallet: texts } = useTexts()
  const isAdmin = useIsAdmin()
  const panel = useRef<HTMLDivElement>(null)
  useLeaving(panel, onLeave)

  return (
    <div
      ref={panel}
      className="wallet-panel"
      role="dialog"
      aria-label={texts.title}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className="wallet-head">
        <Typography component="h2" level="title-md">
          {texts.title}
        </Typography>
        <IconButton
          size="sm"
          variant="plain"
          aria-label={texts.refresh}
          title={texts.refresh}
          onClick={() => wallet.refetch()}
        >
          <RefreshCw size={16} className={wallet.isFetching ? 'turning' : undefined} />
        </IconButton>
        <IconButton size="sm" variant="plain" aria-label={texts.close} title={texts.close} onClick={onClose}>
          <X size={16} />
        </IconButton>
      </div>
      <section className="wallet-figures">
        {wallet.data ? <Figures wallet={wallet.data} /> : <NoFigures failed={wallet.isError} />}
        <Button
          fullWidth
          startDecorator={<Plus size={16} />}
          disabled
          aria-describedby="add-balance-reason"
          sx={{ mt: 4 }}
        >
          {texts.add}
        </Button>
        <Typography id="add-balance-reason" level="body-xs" sx={{ mt: 2 }}>
          {texts.addLater}
        </Typography>
      </section>
      <SandboxNote />
      {isAdmin && (
        <button type="button" className="wallet-admin" disabled title={texts.adminLater}>
          <Shield size={16} />
          <span>
            {texts.adminView}
            <small>{texts.adminLater}</small>
          </span>
          <ChevronRight size={16} />
        </button>
      )}
    </div>
  )
}

function Figures({ wallet: { balance, available, currency, updatedDate } }: { wallet: Wallet }) {
  const { wallet: texts, common } = useTexts()
  const [language] = useLanguage()
  const held = balance - available
  return (
    <>
      <div className="wallet-balance">
        <Typography level="money">{formatBalance(balance, language)}</Typography>
        <Chip size="sm" variant="outlined" color="neutral">
          {currency}
        </Chip>
      </div>
      <Typography level="body-xs">
        {texts.lastUpdated} {updatedDate ? formatMoment(updatedDate, language) : common.notAvailable}
      </Typography>
      {held > 0 && (
        <dl className="wallet-held">
          <ReceiptLine label={texts.held} value={formatMoney(-held, language, 4)} />
          <ReceiptLine label={texts.available} value={formatMoney(available, language, 4)} strong />
        </dl>
      )}
    </>
  )
}

function NoFigures({ failed }: { failed: boolean }) {
  const { wallet: texts } = useTexts()
  return failed ? (
    <Typography role="alert">{texts.failed}</Typography>
  ) : (
    <Skeleton variant="rectangular" width={140} height={44} />
  )
}

/** Takes the focus, and goes when something outside is pressed. */
function useLeaving(panel: RefObject<HTMLDivElement | null>, onLeave: () => void) {
  const leave = useRef(onLeave)
  leave.current = onLeave
  useEffect(() => {
    panel.current?.focus()
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !panel.current?.parentElement?.contains(target)) {
        leave.current()
      }
    }
    addEventListener('pointerdown', onPress)
    return () => removeEventListener('pointerdown', onPress)
  }, [panel])
}
