import './approvals.css'
import { Button, Typography } from '@mui/joy'
import { useId } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useMoneyWrite } from '#client/api/use-money-write.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { ErrorPanel } from '#client/components/error-panel.tsx'
import { formatChange } from '#client/components/format-money.ts'
import { formatMoment, RelativeTime } from '#client/components/relative-time.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { WalletApproval } from '#shared/wallet-approvals.ts'
import { MessageLine } from './message-line.tsx'
import { useRefreshMoney } from './use-refresh-money.ts'
import { useTimedMessage, WALLET_MESSAGE_MS } from './use-timed-message.ts'
import { useWords } from './use-words.ts'

type Decision = 'approve' | 'reject'

export function Approvals() {
  const { approvals: texts, failedFallback } = useTexts().wallet.management
  const words = useWords()
  const titleId = useId()
  const refreshMoney = useRefreshMoney()
  const { client } = trpc.useUtils()
  const [message, setMessage] = useTimedMessage(WALLET_MESSAGE_MS)
  const query = trpc.wallet.approvals.list.useQuery()
  const decide = useMoneyWrite(
    ({ id, decision }: { id: string; decision: Decision }, options) =>
      client.wallet.approvals[decision].mutate({ id }, options),
    {
      onSuccess: ({ state }) => {
        setMessage({ tone: 'success', text: texts[state] })
        refreshMoney()
      },
      onError: (error) => {
        setMessage({ tone: 'danger', text: texts.failed(words(error, failedFallback)) })
        refreshMoney()
      },
    },
  )
  const pending = query.data ?? []
  if (query.error) {
    return <ErrorPanel title={texts.loadFailed} error={query.error} onRetry={() => query.refetch()} />
  }
  if (pending.length === 0 && !message) {
    return null
  }
  return (
    <section className="approvals grid gap-10" aria-labelledby={titleId}>
      <Typography component="h2" level="title-md" id={titleId}>
        {texts.title}
      </Typography>
      {message && <MessageLine message={message} />}
      {pending.length > 0 && (
        <>
          <p className="approvals-text text-13 line-18 text-tertiary">{texts.text}</p>
          <ul>
            {pending.map((approval) => (
              <Approval
                key={approval.id}
                approval={approval}
                isBusy={decide.isPending}
                onDecide={(decision) => decide.mutate({ id: approval.id, decision })}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

type ApprovalProps = {
  approval: WalletApproval
  isBusy: boolean
  onDecide: (decision: Decision) => void
}

function Approval({ approval, isBusy, onDecide }: ApprovalProps) {
  const { approvals: texts } = useTexts().wallet.management
  const [language] = useLanguage()
  const confirm = useConfirm()
  const { kind, askedBy, isOwn, username, reason, createdDate, expiresDate } = approval
  const amount = formatChange(approval.amount, language)

  async function confirmDecision(decision: Decision) {
    const { title, text } = texts.questions[decision]
    const isAgreed = await confirm({
      title: title(username, amount),
      description: text(askedBy, reason),
      confirmButtonName: texts[decision],
      danger: decision === 'reject',
    })
    if (isAgreed) {
      onDecide(decision)
    }
  }

  return (
    <li className="approval grid items-center">
      <div className="approval-what grid shrinks text-13 line-18 breaks-anywhere gap-2">
        <strong>{texts.kinds[kind](username)}</strong>
        <span>{reason}</span>
        <small className="text-12 line-16 text-tertiary">
          {isOwn ? texts.askedByYou : texts.askedBy(askedBy)}, <RelativeTime iso={createdDate} />.{' '}
          {texts.expires(formatMoment(expiresDate, language))}
        </small>
      </div>
      <span
        className="approval-amount monospace one-line text-right"
        data-tone={approval.amount > 0 ? 'good' : undefined}
      >
        {amount}
      </span>
      <div className="approval-act row gap-8 text-13 line-18 text-secondary at-end">
        {isOwn ? (
          <>
            <StatusDot state="waiting" />
            {texts.own}
          </>
        ) : (
          <>
            <Button
              size="sm"
              variant="outlined"
              color="neutral"
              disabled={isBusy}
              aria-label={texts.rejectOf(username, amount)}
              onClick={() => confirmDecision('reject')}
            >
              {texts.reject}
            </Button>
            <Button
              size="sm"
              disabled={isBusy}
              aria-label={texts.approveOf(username, amount)}
              onClick={() => confirmDecision('approve')}
            >
              {texts.approve}
            </Button>
          </>
        )}
      </div>
    </li>
  )
}
