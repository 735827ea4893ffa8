import { trpc } from '#client/api/trpc.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'

export function useReread(poolId: string) {
  const { detail: texts } = useTexts().pools
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const { mutate } = trpc.pools.reread.useMutation({
    onSuccess: ({ started }) => toasts.info(texts.started(started)),
    onError: (error) => toasts.error(errorText(error)),
    onSettled: () => utils.pools.invalidate(),
  })
  return (which: { sourceIds?: string[]; failed?: boolean }) => mutate({ poolId, ...which })
}
