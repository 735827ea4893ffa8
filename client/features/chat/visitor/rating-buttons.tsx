import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { whenOpened } from '#client/components/on-demand.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { Feedback, Rating } from '#shared/feedback.ts'
import { useVisitorActions } from './visitor-context.ts'

const CommentDialog = whenOpened(async () => (await import('./comment-dialog.tsx')).CommentDialog)

type Props = { messageId: string; feedback: Feedback | undefined }

export function RatingButtons({ messageId, feedback }: Props) {
  const { chatVisitor: texts } = useTexts()
  const { flowId, takesRatings } = useVisitorActions()
  const [isAsking, setAsking] = useState(false)
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const rate = trpc.feedback.rate.useMutation({
    onSuccess: (given) =>
      utils.chat.messages.setData({ flowId, chatId: given.chatId }, (messages) =>
        messages?.map((message) => (message.id === messageId ? { ...message, feedback: given } : message)),
      ),
    onError: (error) => toasts.error(errorText(error)),
  })
  if (!takesRatings) {
    return null
  }
  const rating = rate.isPending ? rate.variables.rating : feedback?.rating
  const submit = (given: Rating) => rate.mutate({ flowId, messageId, rating: given })

  return (
    <>
      <button
        type="button"
        className="chat-icon-button chat-thumb rigid unpadded text-secondary no-background borderless round-sm pressable items-centered inline-grid height-28"
        aria-label={texts.good}
        title={texts.good}
        aria-pressed={rating === 'THUMBS_UP'}
        onClick={() => rating !== 'THUMBS_UP' && submit('THUMBS_UP')}
      >
        <ThumbsUp size={15} aria-hidden />
      </button>
      <button
        type="button"
        className="chat-icon-button chat-thumb rigid unpadded text-secondary no-background borderless round-sm pressable items-centered inline-grid height-28"
        aria-label={texts.bad}
        title={feedback?.rating === 'THUMBS_DOWN' && feedback.content ? feedback.content : texts.bad}
        aria-pressed={rating === 'THUMBS_DOWN'}
        onClick={() => {
          if (rating !== 'THUMBS_DOWN') {
            submit('THUMBS_DOWN')
          }
          setAsking(true)
        }}
      >
        <ThumbsDown size={15} aria-hidden />
      </button>
      {isAsking && (
        <CommentDialog
          comment={feedback?.rating === 'THUMBS_DOWN' ? (feedback.content ?? '') : ''}
          isSending={rate.isPending}
          onSend={async (content) => {
            await rate.mutateAsync({ flowId, messageId, rating: 'THUMBS_DOWN', content })
            setAsking(false)
            toasts.success(texts.thanks)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
