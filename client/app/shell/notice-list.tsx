import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { formatChange, formatMoney } from '#client/components/format-money.ts'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { type DotState, StatusDot } from '#client/components/status-dot.tsx'
import { toneDots, usePastToasts } from '#client/components/toasts.tsx'
import { type Language, useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useSentence } from '#client/texts/use-sentence.ts'
import type { Notification, NotificationParams } from '#shared/notifications.ts'
import { paymentFailures } from '#shared/payments.ts'
import { paths } from '../paths.ts'

const paymentFailure = z.enum(paymentFailures)

type Notice = { key: string; dot: DotState; isError: boolean; at: string; content: ReactNode }

export function useNotices(notifications: readonly Notification[], onFollow: () => void): Notice[] {
  const { toasts } = usePastToasts()
  const notices = toasts.map(({ id, tone, text, at }) => ({
    ...{ key: `toast ${id}`, dot: toneDots[tone], isError: tone === 'error', at },
    content: text,
  }))
  const sent = notifications.map((notification) => ({
    ...{ key: notification.id, dot: dotOf(notification), isError: false, at: notification.updatedDate },
    content: <NotificationText notification={notification} onFollow={onFollow} />,
  }))
  return [...notices, ...sent].toSorted((a, b) => b.at.localeCompare(a.at))
}

export function NoticeList({ notices }: { notices: readonly Notice[] }) {
  const { overlays } = useTexts()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard, too
    <ol className="shrinks-y scrolls-y unlisted" tabIndex={0} aria-label={overlays.notices.title}>
      {notices.map(({ key, dot, isError, at, content }) => (
        <li key={key}>
          <StatusDot state={dot} />
          <span>
            {isError && <span className="visually-hidden">{overlays.notices.error} </span>}
            {content}
          </span>
          <small className="rigid text-tertiary">
            <RelativeTime iso={at} />
          </small>
        </li>
      ))}
    </ol>
  )
}

type TextProps = { notification: Notification; onFollow: () => void }

function NotificationText({ notification, onFollow }: TextProps) {
  const { overlays, wallet } = useTexts()
  const toSentence = useSentence()
  const [language] = useLanguage()
  const { kind, params, flowId, flowName, count } = notification
  const target = notification.link ?? (flowId === null ? undefined : paths.canvas(flowId))
  const text = overlays.notices.kinds[kind](flowName ?? '', withMoney(params, language))
  const { node, message } = params
  const { data: code } = paymentFailure.safeParse(params.code)
  const reason = code ? wallet.failures[code] : message && toSentence(String(message))
  const cause = [node, reason].filter(Boolean).join(': ')
  return (
    <>
      {target === undefined ? (
        text
      ) : (
        <Link className="text-link" to={target} onClick={onFollow}>
          {text}
        </Link>
      )}
      {(cause !== '' || count > 1) && (
        <span className="notice-cause block text-secondary">
          {cause} {count > 1 && overlays.notices.times(count)}
        </span>
      )}
    </>
  )
}

const dots: Partial<Record<Notification['kind'], DotState>> = {
  flow_failed_for_visitor: 'problem',
  payment_failed: 'problem',
  payment_succeeded: 'live',
  upsert_completed: 'live',
  upsert_failed: 'problem',
}

function dotOf({ kind }: Notification): DotState {
  return dots[kind] ?? 'news'
}

/** Amounts are sent in dollars and formatted in the user's language. */
function withMoney(params: NotificationParams, language: Language): NotificationParams {
  const { amount, paid } = params
  return {
    ...params,
    ...(typeof amount === 'number' && { amount: formatChange(amount, language) }),
    ...(typeof paid === 'number' && { paid: formatMoney(paid, language) }),
  }
}
