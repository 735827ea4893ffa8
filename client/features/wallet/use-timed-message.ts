import { useEffect, useState } from 'react'

export type Message = { tone: 'success' | 'danger'; text: string }

/** The specification's times (§9). */
export const WALLET_MESSAGE_MS = 3_000
export const PAYMENT_MESSAGE_MS = 5_000

/** A message that goes by itself; a new one has its whole time. */
export function useTimedMessage(shownMs: number) {
  const [message, setMessage] = useState<Message>()
  useEffect(() => {
    if (message) {
      const timer = setTimeout(() => setMessage(undefined), shownMs)
      return () => clearTimeout(timer)
    }
  }, [message, shownMs])
  return [message, setMessage] as const
}
