import { useCallback, useRef } from 'react'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { Exchange } from './run/conversation.ts'
import type { Run } from './run/use-run.ts'
import { collectAgain } from './uploads/send-again.ts'

/** A stable callback, so that components using it do not re-render. */
export function useResend(
  request: Run['send'],
  { flowId, beginChat }: { flowId: string; beginChat: () => string },
) {
  const { chatUploads } = useTexts()
  const toasts = useToasts()
  async function resend(exchange: Exchange) {
    const isAlone = exchange.uploads.length === 0
    const place = { flowId, chatId: isAlone ? '' : beginChat() }
    const uploads = await collectAgain(exchange, place).catch(() => undefined)
    if (uploads) {
      void request(exchange.question ?? '', { uploads })
    } else {
      toasts.error(chatUploads.notAgain)
    }
  }
  const latest = useRef(resend)
  latest.current = resend
  return useCallback((exchange: Exchange) => void latest.current(exchange), [])
}
