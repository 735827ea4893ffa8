import { Button } from '@mui/joy'
import { Link } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { formatMoney, Money } from '#client/components/money.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { isBelowOneMessage } from '#shared/run-values.ts'

type Props = {
  flowId: string
  /** The last question was rejected for insufficient funds, and its answer already offers a top-up. */
  isRejected: boolean
}

export function BalanceLine({ flowId, isRejected }: Props) {
  const { canvasRun, chat } = useTexts()
  const [language] = useLanguage()
  const wallet = trpc.wallet.get.useQuery()
  // The canvas invalidates it whenever the flow or its runs change.
  const { data: estimate } = trpc.chat.estimate.useQuery(
    { flowId },
    { staleTime: Number.POSITIVE_INFINITY, retry: false },
  )
  const typical = estimate?.typicalMicro
  const isShort = wallet.data && estimate && isBelowOneMessage(wallet.data.available, estimate)
  return (
    <p
      className="chat-balance text-12 line-16 monospace text-tertiary min-height-32 text-center"
      data-short={isShort || undefined}
    >
      {typical !== undefined && typical !== null && typical > 0 && (
        <span>{`${canvasRun.about(formatMoney(typical / 1_000_000, language))} ${canvasRun.perMessage} · `}</span>
      )}
      {wallet.data && (
        <>
          <Money dollars={wallet.data.available} /> {chat.balanceLeft}
        </>
      )}
      {isShort && !isRejected && (
        <Button size="sm" component={Link} to="/app/usage-billing" target="_blank" rel="noopener">
          {chat.addBalance}
        </Button>
      )}
    </p>
  )
}
