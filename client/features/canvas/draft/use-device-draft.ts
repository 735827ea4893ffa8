import { useEffect, useState } from 'react'
import { logWarning } from '#client/api/log.ts'
import { useUser } from '#client/api/use-session.ts'
import type { FlowType } from '#shared/flows.ts'
import { type DeviceDraft, draftKey, findDraft } from './draft-store.ts'

/**
 * A busy disk takes seconds, and a draft that is read too late is lost with the next save. Only a browser whose database never
 * answers is not waited for.
 */
export const PATIENCE_MS = 20_000

/** The draft, or undefined where the browser keeps none or does not answer in time. */
export function readInTime(reading: Promise<DeviceDraft | undefined>): Promise<DeviceDraft | undefined> {
  return new Promise((resolve) => {
    const patience = setTimeout(() => resolve(undefined), PATIENCE_MS)
    reading
      .catch((error) => {
        logWarning('This browser keeps no drafts.', error)
        return undefined
      })
      .then((draft) => {
        clearTimeout(patience)
        resolve(draft)
      })
  })
}

/** What this browser has of a flow. `waiting` until that is known. */
export function useDeviceDraft(
  flowId: string | undefined,
  type: FlowType,
): DeviceDraft | undefined | 'waiting' {
  const user = useUser()
  const owner = user?.id ?? (user?.username || undefined)
  const [found, setFound] = useState<DeviceDraft | undefined | 'waiting'>('waiting')

  useEffect(() => {
    if (owner !== undefined) {
      void readInTime(findDraft(draftKey(owner, flowId, type))).then((draft) =>
        setFound((now) => (now === 'waiting' ? draft : now)),
      )
    }
  }, [owner, flowId, type])

  return found
}
