import { useEffect, useRef } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useSpeaker } from '#client/components/use-speaker.ts'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { ChatOffers } from '#shared/chatbot.ts'
import type { Exchange } from '../run/conversation.ts'

/**
 * Reads answers aloud: on request, or automatically once per new answer if the owner has enabled autoplay.
 */
export function useChatSpeaker(flowId: string, voice: ChatOffers['voice'], last: Exchange | undefined) {
  const { mutateAsync } = trpc.speaking.speak.useMutation()
  const toasts = useToasts()
  const errorText = useErrorText()
  const speaker = useSpeaker({
    fetchSound: (messageId) => mutateAsync({ flowId, messageId }),
    onError: (error) => toasts.error(errorText(error)),
  })

  const isFinished = last?.live?.turn.ending?.type === 'finished'
  const freshId = isFinished ? last?.stored?.id : undefined
  const spoken = useRef<string>(undefined)
  useEffect(() => {
    if (voice === 'at-once' && freshId !== undefined && spoken.current !== freshId) {
      spoken.current = freshId
      speaker.play(freshId)
    }
  }, [voice, freshId, speaker.play])

  return voice === 'off' ? undefined : speaker
}
