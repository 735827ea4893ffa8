import { StatusDot } from '#client/components/status-dot.tsx'
import type { Message } from './use-timed-message.ts'

export function MessageLine({ message: { tone, text } }: { message: Message }) {
  const isGood = tone === 'success'
  return (
    <p
      className="wallet-message flex gap-8 text-13 line-18 round-sm pad-10-14 backdrop-success items-baseline text-success-soft"
      data-tone={tone}
      role={isGood ? 'status' : 'alert'}
    >
      <StatusDot state={isGood ? 'live' : 'problem'} />
      <span className="breaks-anywhere">{text}</span>
    </p>
  )
}
