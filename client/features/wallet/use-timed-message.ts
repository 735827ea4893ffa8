import { useEffect, useState } from 'react'

export type Message = { tone: 'success' | 'danger'; text: string }

/** Product spec: display times. */
export const WALLET_MESSAGE_MS = 3_000
export const PAYMENT_MESSAGE_MS = 5_000

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
