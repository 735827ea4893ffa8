import { Button } from '@mui/joy'
import { Link } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { Money } from '#client/components/money.tsx'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { TurnActions } from './bot-turn.tsx'
import type { Failure } from './failure-card.tsx'
import { useFailureText } from './use-failure-text.ts'

type Props = Pick<TurnActions, 'onResend'> & { failure: Failure }

export function NoBalanceCard({ failure, onResend }: Props) {
  const { chat } = useTexts()
  const { title } = useFailureText(failure)
  const wallet = trpc.wallet.get.useQuery()
  return (
    <div className="chat-no-balance outlined round-md">
      <strong className="semibold">{title}</strong>
      {wallet.data && (
        <dl>
          <ReceiptLine strong label={chat.available} value={<Money dollars={wallet.data.available} />} />
        </dl>
      )}
      <div className="chat-buttons flex wraps gap-8 margin-top-10">
        {/* In a tab of its own: the flow being built stays where it is. */}
        <Button size="sm" component={Link} to="/app/usage-billing" target="_blank" rel="noopener">
          {chat.addBalance}
        </Button>
        {onResend && (
          <Button size="sm" variant="plain" color="neutral" onClick={onResend}>
            {chat.retry}
          </Button>
        )}
      </div>
    </div>
  )
}
