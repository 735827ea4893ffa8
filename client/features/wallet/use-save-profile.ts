import { trpc } from '#client/api/trpc.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { ProfileChanges } from '#shared/profile.ts'

/** Saves billing values to the profile alongside the payment; a failure is reported but does not stop the payment. */
export function useSaveProfile() {
  const { topUp } = useTexts().wallet
  const utils = trpc.useUtils()
  const toasts = useToasts()
  const errorText = useErrorText()
  return (changes: ProfileChanges | undefined) => {
    if (!changes) {
      return
    }
    utils.client.profile.save
      .mutate(changes)
      .then(() => Promise.all([utils.profile.invalidate(), utils.auth.me.invalidate()]))
      .catch((error: unknown) => toasts.error(topUp.profileNotSaved(errorText(error))))
  }
}
