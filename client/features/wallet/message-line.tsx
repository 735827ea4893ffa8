import { StatusDot } from '#client/components/status-dot.tsx'
import type { Message } from './use-timed-message.ts'

export function MessageLine({ message: { tone, text } }: { message: Message }) {
  const isGood = tone === 'success'
  return (
    <p className="wallet-message" data-tone={tone} role={isGood ? 'status' : 'alert'}>
      <StatusDot state={isGood ? 'live' : 'problem'} />
      <span>{text}</span>
    </p>
  )
}
