import { useState } from 'react'
import { toAppError } from '#client/api/errors.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { formatCountdown, useCountdown } from './use-countdown.ts'

export function useEntryIssue(error: unknown) {
  const { auth } = useTexts()
  const errorText = useErrorText()
  const [limited, setLimited] = useState<{ error: unknown; until: number }>()
  const { code, details } = toAppError(error)

  if (error && code === 'RATE_LIMITED' && limited?.error !== error) {
    setLimited({ error, until: Date.now() + Number(details?.retryAfterSeconds ?? 60) * 1_000 })
  }
  const left = useCountdown(limited?.until)
  const isLimited = code === 'RATE_LIMITED'

  function sentence(): string | undefined {
    if (isLimited) {
      return left > 0 ? auth.signIn.wait(formatCountdown(left)) : undefined
    }
    return code === 'UPSTREAM_FAILED' ? auth.signIn.offline : errorText(error)
  }
  return {
    sentence: error ? sentence() : undefined,
    waitName: left > 0 ? auth.signIn.waitButton(formatCountdown(left)) : undefined,
  }
}
