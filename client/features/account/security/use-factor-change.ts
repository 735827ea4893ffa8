import { trpc } from '#client/api/trpc.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'

export function useFactorChange(done: string) {
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  return {
    onSuccess: () => {
      toasts.success(done)
      void utils.secondFactor.status.invalidate()
    },
    onError: (error: unknown) => toasts.error(errorText(error)),
  }
}
