import { trpc } from '#client/api/trpc.ts'
import { Money } from '#client/components/money.tsx'
import { useTexts } from '#client/texts/texts.tsx'

/** What is left to spend, always in the corner of the eye. */
export function BalanceLine() {
  const { chat } = useTexts()
  const wallet = trpc.wallet.get.useQuery()
  return (
    <p className="chat-balance">
      {wallet.data && (
        <>
          <Money dollars={wallet.data.available} decimals={6} /> {chat.balanceLeft}
        </>
      )}
    </p>
  )
}
