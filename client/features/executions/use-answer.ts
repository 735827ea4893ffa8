import { useState } from 'react'
import { toAppError } from '#client/api/errors.ts'
import { trpc } from '#client/api/trpc.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { AnswerWait } from '#shared/executions.ts'

/** Sends an answer. `taken` is the sentence shown when somebody else was faster. */
export function useAnswer(onDone: () => void = () => undefined) {
  const { waiting } = useTexts().executions
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const [taken, setTaken] = useState<string>()
  const { mutate, isPending } = trpc.executions.waiting.answer.useMutation({
    onSuccess: async () => {
      toasts.success(waiting.sent)
      onDone()
      await utils.executions.invalidate()
    },
    onError: (error) => {
      const { code, details } = toAppError(error)
      if (code === 'CONFLICT') {
        setTaken(waiting.taken[String(details?.state)] ?? waiting.taken.running)
      } else {
        toasts.error(errorText(error))
      }
    },
  })
  return { send: (answer: AnswerWait) => mutate(answer), isPending, taken }
}
