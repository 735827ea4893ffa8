import { Button, Chip, Typography } from '@mui/joy'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { Movement } from '#shared/wallet.ts'
import { MessageLine } from './message-line.tsx'
import { MovementLine } from './movement-line.tsx'
import { movementText } from './movement-text.ts'
import { ReverseDialog } from './reverse-dialog.tsx'
import { useTimedMessage, WALLET_MESSAGE_MS } from './use-timed-message.ts'

const PAGE = 10

function isReversible({ kind, reversedBy }: Movement) {
  return (kind === 'credit' || kind === 'debit') && reversedBy === null
}

export function AccountLog({ userId }: { userId: string }) {
  const texts = useTexts()
  const { management, movements: words } = texts.wallet
  const [reversing, setReversing] = useState<Movement>()
  const [message, setMessage] = useTimedMessage(WALLET_MESSAGE_MS)
  const log = trpc.wallet.movementsOf.useInfiniteQuery(
    { userId, limit: PAGE },
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  )
  return (
    <section className="account-log grid gap-8 line-above items-left">
      <Typography component="h2" level="title-md">
        {management.log}
      </Typography>
      {message && <MessageLine message={message} />}
      <AsyncView query={log}>
        {({ pages }) => {
          const movements = pages.flatMap(({ items }) => items)
          return movements.length === 0 ? (
            <Typography level="body-sm">{words.none}</Typography>
          ) : (
            <ul className="full-width unpadded unlisted">
              {movements.map((movement) => (
                <MovementLine key={movement.id} movement={movement} withReason>
                  <span className="account-log-act flex rigid at-end">
                    {movement.reversedBy && (
                      <Chip size="sm" variant="outlined" color="neutral">
                        {words.reversed}
                      </Chip>
                    )}
                    {isReversible(movement) && (
                      <Button
                        size="sm"
                        variant="plain"
                        color="neutral"
                        aria-label={management.reverseOf(movementText(movement, texts, true))}
                        onClick={() => setReversing(movement)}
                      >
                        {management.reverse}
                      </Button>
                    )}
                  </span>
                </MovementLine>
              ))}
            </ul>
          )
        }}
      </AsyncView>
      {log.hasNextPage && (
        <Button
          size="sm"
          variant="plain"
          disabled={log.isFetchingNextPage}
          onClick={() => log.fetchNextPage()}
        >
          {words.more}
        </Button>
      )}
      {reversing && (
        <ReverseDialog
          movement={reversing}
          onClose={() => setReversing(undefined)}
          onReversed={() => {
            setReversing(undefined)
            setMessage({ tone: 'success', text: management.reversed })
          }}
        />
      )}
    </section>
  )
}
