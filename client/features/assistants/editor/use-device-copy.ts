import { useEffect, useMemo, useState } from 'react'
import { logWarning } from '#client/api/log.ts'
import { onExpiry } from '#client/api/session.ts'
import { useDraftOwner } from '#client/components/device-drafts.ts'
import type { AssistantDetails } from '#shared/assistants.ts'
import { deviceForms } from './device-form.ts'

type Held<Value = AssistantDetails | undefined> = { current: Value }

/** The form on this device, from a change until the server has it. */
export function useDeviceCopy(id: string, latest: Held<AssistantDetails>, base: Held<number>) {
  const owner = useDraftOwner()
  // Of the user who opened it: when the session ends, its last changes are still theirs.
  const [first] = useState(owner)
  return useMemo(() => {
    const forms = first === undefined ? undefined : deviceForms(first, id)
    let isCopied = false
    const attempt = async (work: Promise<void> | undefined) => {
      try {
        await work
        return work !== undefined
      } catch (error) {
        logWarning('The form could not be kept on this device.', error)
        return false
      }
    }
    return {
      isCopied: () => isCopied,
      async save() {
        const details = latest.current
        const isStored = await attempt(forms?.save(details, base.current))
        isCopied = isStored && latest.current === details
        return isStored
      },
      async forget() {
        await attempt(forms?.forget())
      },
    }
  }, [first, id, latest, base])
}

type Leaving = {
  latest: Held
  stored: Held
  isCopied: () => boolean
  /** The user decides first. */
  isConflict: boolean
  flush: () => Promise<boolean>
}

/** On the way out the last changes are sent. Closing the tab asks first only if this device has no copy. */
export function useSaveOnLeave({ latest, stored, isCopied, isConflict, flush }: Leaving) {
  useEffect(() => {
    const isSaved = () => latest.current === stored.current
    const warn = (event: BeforeUnloadEvent) => {
      if (!isSaved()) {
        void flush()
        if (!isCopied()) {
          event.preventDefault()
        }
      }
    }
    const onOnline = () => void flush()
    const stopStoring = onExpiry(async () => !isSaved() && isCopied())
    addEventListener('beforeunload', warn)
    addEventListener('online', onOnline)
    if (!(isSaved() || isConflict)) {
      void flush()
    }
    return () => {
      stopStoring()
      removeEventListener('beforeunload', warn)
      removeEventListener('online', onOnline)
      void flush()
    }
  }, [latest, stored, isCopied, isConflict, flush])
}
