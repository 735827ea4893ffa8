import { useEffect, useRef } from 'react'
import { trpc } from '#client/api/trpc.ts'
import type { ChatOffers } from '#shared/chatbot.ts'

const nothing: ChatOffers = { images: [], speech: false, feedback: false, voice: 'off', starterPrompts: [] }

export function useOffers(flowId: string) {
  const { data, refetch } = trpc.chatbot.offers.useQuery({ flowId }, { retry: false })
  // The canvas refetches the estimate whenever the flow changes; the chat's offers may have changed as well.
  const estimate = trpc.chat.estimate.useQuery(
    { flowId },
    { staleTime: Number.POSITIVE_INFINITY, retry: false },
  )
  const reported = estimate.dataUpdatedAt + estimate.errorUpdatedAt
  const seen = useRef(reported)
  useEffect(() => {
    if (seen.current !== reported) {
      const isFirst = seen.current === 0
      seen.current = reported
      if (!isFirst) {
        void refetch()
      }
    }
  }, [reported, refetch])
  return data ?? nothing
}
