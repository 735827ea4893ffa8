import { useEffect, useState } from 'react'
import { onStepUp } from '#client/api/step-up.ts'
import { whenOpened } from '#client/components/on-demand.tsx'

const StepUpDialog = whenOpened(
  async () => (await import('#client/features/account/security/step-up-dialog.tsx')).StepUpDialog,
)

type Pending = { promise: Promise<boolean>; resolve: (isConfirmed: boolean) => void }

/** Opens the step-up dialog for calls that require it; concurrent calls share one dialog. */
export function StepUpHost() {
  const [pending, setPending] = useState<Pending>()

  useEffect(() => {
    let open: Pending | undefined
    const stop = onStepUp(() => {
      if (!open) {
        open = Promise.withResolvers<boolean>()
        setPending(open)
        void open.promise.then(() => {
          open = undefined
          setPending(undefined)
        })
      }
      return open.promise
    })
    return () => {
      stop()
      open?.resolve(false)
    }
  }, [])

  return pending && <StepUpDialog onClose={pending.resolve} />
}
