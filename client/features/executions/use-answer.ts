import { toAppError } from '#client/api/errors.ts'
import { trpc } from '#client/api/trpc.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { AnswerWait } from '#shared/executions.ts'

/** Sends an answer. When somebody else was faster, a toast says what became of the execution. */
export function useAnswer(onDone: () => void = () => undefined) {
  const { waiting } = useTexts().executions
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const finish = () => {
    onDone()
    return utils.executions.invalidate()
  }
  const { mutate, isPending } = trpc.executions.waiting.answer.useMutation({
    onSuccess: () => {
      toasts.success(waiting.sent)
      return finish()
    },
    onError: (error) => {
      const { code, details } = toAppError(error)
      if (code !== 'CONFLICT') {
        toasts.error(errorText(error))
        return
      }
      toasts.info(waiting.taken[String(details?.state)] ?? waiting.taken.running)
      return finish()
    },
  })
  return { send: (answer: AnswerWait) => mutate(answer), isPending }
}
