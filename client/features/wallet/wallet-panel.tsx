import { Button, Chip, IconButton, Skeleton, Typography } from '@mui/joy'
import { ChevronRight, Plus, RefreshCw, Shield, X } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { useIsAdmin } from '#client/api/use-session.ts'
import { DocsLink } from '#client/components/docs-link.tsx'
import { formatMoney } from '#client/components/format-money.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { formatDate, formatMoment } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { moneyDecimals } from '#shared/money-decimals.ts'
import type { UsageSummary } from '#shared/usage.ts'
import type { Wallet } from '#shared/wallet.ts'
import { LastMovements } from './last-movements.tsx'
import { MessageLine } from './message-line.tsx'
import { useCountUp } from './use-count-up.ts'
import type { Message } from './use-timed-message.ts'
import type { CameFrom } from './way-back.ts'
import { WhatThisBuys } from './what-this-buys.tsx'

export type WalletPaths = { management: string; billing: string }

type Props = {
  wallet: {
    data: Wallet | undefined
    isError: boolean
    isFetching: boolean
    /** Set while a refresh fails, before the last retry. */
    failureReason: unknown
    dataUpdatedAt: number
  }
  summary: UsageSummary | undefined
  message: Message | undefined
  /** The balance before a payment; the displayed amount counts up from it. */
  countFrom: number | undefined
  paths: WalletPaths
  onRefresh: () => void
  onAdd: () => void
  /** Closed by the user: the focus returns to the button. */
  onClose: () => void
  /** Called when the user navigates away with the focus. */
  onLeave: () => void
}

export function WalletPanel(props: Props) {
  const { wallet, summary, message, countFrom, paths, onRefresh, onAdd, onClose, onLeave } = props
  const { wallet: texts } = useTexts()
  const isAdmin = useIsAdmin()
  const panel = useRef<HTMLDivElement>(null)
  useLeaving(panel, onLeave)

  return (
    <div
      ref={panel}
      className="wallet-panel absolute scrolls text-primary outlined backdrop-popup raised round-lg"
      role="dialog"
      aria-label={texts.title}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className="wallet-head row">
        <Typography component="h2" level="title-md">
          {texts.title}
        </Typography>
        <IconButton
          size="sm"
          variant="plain"
          aria-label={texts.refresh}
          title={texts.refresh}
          onClick={onRefresh}
        >
          <RefreshCw size={16} className={wallet.isFetching ? 'turning' : undefined} />
        </IconButton>
        <IconButton size="sm" variant="plain" aria-label={texts.close} title={texts.close} onClick={onClose}>
          <X size={16} />
        </IconButton>
      </div>
      {message && <MessageLine message={message} />}
      <section className="wallet-figures">
        {wallet.data && <Figures wallet={wallet.data} countFrom={countFrom} />}
        {wallet.data && (wallet.isError || wallet.failureReason !== null) && (
          <OldBalance loadedMs={wallet.dataUpdatedAt} onRetry={onRefresh} />
        )}
        {!wallet.data && <NoFigures failed={wallet.isError} onRetry={onRefresh} />}
        <Button fullWidth startDecorator={<Plus size={16} />} sx={{ mt: 4 }} onClick={onAdd}>
          {texts.add}
        </Button>
      </section>
      {summary?.lastFlow ? <WhatThisBuys flow={summary.lastFlow} /> : <SandboxNote />}
      <LastMovements billingPath={paths.billing} onLeave={onLeave} />
      <p className="wallet-docs text-13 line-20">
        <DocsLink page="wallet" newTab />
      </p>
      {isAdmin && <AdminEntry path={paths.management} onLeave={onLeave} />}
    </div>
  )
}

type FiguresProps = { wallet: Wallet; countFrom: number | undefined }

function Figures({ wallet: { balance, available, currency, updatedDate }, countFrom }: FiguresProps) {
  const { wallet: texts, common } = useTexts()
  const [language] = useLanguage()
  const shown = useCountUp(balance, countFrom)
  const held = balance - available
  const decimals = moneyDecimals(balance, held)
  return (
    <>
      <div className="wallet-balance">
        <Typography level="money">{formatMoney(shown, language, decimals)}</Typography>
        <Chip size="sm" variant="outlined" color="neutral">
          {currency}
        </Chip>
      </div>
      <Typography level="body-xs">
        {texts.lastUpdated} {updatedDate ? formatMoment(updatedDate, language) : common.notAvailable}
      </Typography>
      {held > 0 && (
        <dl className="wallet-held">
          <ReceiptLine label={texts.held} value={formatMoney(-held, language, decimals)} />
          <ReceiptLine label={texts.available} value={formatMoney(available, language, decimals)} strong />
        </dl>
      )}
    </>
  )
}

/** The last refresh failed; the displayed balance is outdated. */
function OldBalance({ loadedMs, onRetry }: { loadedMs: number; onRetry: () => void }) {
  const { wallet: texts } = useTexts()
  const [language] = useLanguage()
  return (
    <div className="wallet-failed row spread gap-12 text-13 min-height-44" role="status">
      <span>{texts.asOf(formatDate(new Date(loadedMs), language, { timeStyle: 'short' }))}</span>
      <Button size="sm" variant="outlined" color="neutral" onClick={onRetry}>
        {texts.retry}
      </Button>
    </div>
  )
}

function NoFigures({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  const { wallet: texts } = useTexts()
  return failed ? (
    <div className="wallet-failed row spread gap-12 text-13 min-height-44" role="alert">
      <span>{texts.failed}</span>
      <Button size="sm" variant="outlined" color="neutral" onClick={onRetry}>
        {texts.retry}
      </Button>
    </div>
  ) : (
    <Skeleton variant="rectangular" width={140} height={44} />
  )
}

function AdminEntry({ path, onLeave }: { path: string; onLeave: () => void }) {
  const { wallet: texts } = useTexts()
  const { pathname, search } = useLocation()
  const state: CameFrom | undefined = pathname === path ? undefined : { from: `${pathname}${search}` }
  return (
    <Link
      className="wallet-admin row gap-10 text-13 text-secondary line-above no-underline min-height-44 dark-on-hover"
      to={path}
      state={state}
      onClick={onLeave}
    >
      <Shield size={16} aria-hidden="true" />
      <span className="grows">{texts.adminView}</span>
      <ChevronRight size={16} aria-hidden="true" />
    </Link>
  )
}

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

function SandboxNote() {
  const { wallet } = useTexts()
  const version = trpc.version.get.useQuery()
  return version.data?.sandbox ? (
    <p className="wallet-note text-13 line-18 text-primary flush backdrop-glaze">{wallet.sandbox}</p>
  ) : null
}
